import { createHash } from "node:crypto";

/** Text that neither repeats nor is the same twice for two lengths. */
function text(length: number): string {
  let all = "";
  for (let n = 0; all.length < length; n += 1) all += `${createHash("sha256").update(String(n)).digest("base64")}\n`;
  return all.slice(0, length);
}

export const FILES: Readonly<Record<string, string>> = {
  "index.html": `<!doctype html><title>Small</title><p>${text(900)}</p>`,
  "page.html": `<!doctype html><title>Page</title><p>${text(8_000)}</p>`,
  "app.js": `/* ${text(64_000)} */`,
};
