import "./style.css";

document.querySelector("h1").textContent = "Vite is on stage";
