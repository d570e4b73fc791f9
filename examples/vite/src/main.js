import "./style.css";

document.querySelector("h1").textContent = "Built with Vite";
