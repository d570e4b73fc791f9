document.querySelector("#lamp").textContent = "The lamp is lit.";
