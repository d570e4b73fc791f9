import { greet } from "greeting";
import "./style.css";

document.querySelector("h1").textContent = greet("a monorepo");
