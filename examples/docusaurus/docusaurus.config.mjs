import { fileURLToPath } from "node:url";

/** @type {import("@docusaurus/types").Config} */
export default {
  title: "Greenroom example",
  url: "https://example.com",
  baseUrl: "/",
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: false }]],
  themes: [["@docusaurus/theme-classic", { customCss: fileURLToPath(new URL("style.css", import.meta.url)) }]],
};
