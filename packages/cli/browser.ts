import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { CommandContext } from "./context.ts";
import { CommandError } from "./errors.ts";
import type { Environment } from "./process.ts";

export async function openOrPrint(
  { terminal, process }: CommandContext,
  text: string,
  { json, print }: { readonly json: boolean; readonly print: boolean },
): Promise<void> {
  const url = await parseBrowserUrl(text);
  const opened = !print && !json && (await openInBrowser(url, process.env));
  if (json) terminal.json({ address: url.href });
  else terminal.line(url.href);
  if (opened) terminal.say("Opened in your browser.", "quiet");
}

/** @throws {CommandError} When it is no URL, or plain http to another machine. */
export async function parseBrowserUrl(text: string): Promise<URL> {
  const { isProtected } = await import("@greenroom/client/transport");
  const url = URL.parse(text);
  // [RFC 6761 §6.3] Names under localhost are this machine; a local service serves its previews there.
  const local = url?.protocol === "http:" && url.hostname.endsWith(".localhost");
  if (url && (isProtected(url) || local)) return url;
  throw new CommandError(
    "refused",
    `The service sent no URL that is safe to open: ${text.slice(0, 200)}. Ask its operator.`,
  );
}

/** Undefined without a display, or when no program opens URLs. */
function findOpener(env: Environment): { readonly program: string; readonly arguments: readonly string[] } | undefined {
  const own = env["BROWSER"]?.split(":")[0];
  if (own !== undefined && own !== "") return { program: own, arguments: [] };
  if (process.platform === "darwin") return { program: "open", arguments: [] };
  if (process.platform === "win32") return { program: "rundll32", arguments: ["url.dll,FileProtocolHandler"] };
  const display = env["DISPLAY"] ?? env["WAYLAND_DISPLAY"] ?? "";
  const found = (env["PATH"] ?? "").split(delimiter).some((folder) => isProgram(join(folder, "xdg-open")));
  return display !== "" && found ? { program: "xdg-open", arguments: [] } : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Opens a http or https URL; false when there is no browser, or it could not be started. */
export async function openInBrowser(url: URL, env: Environment): Promise<boolean> {
  const opener = findOpener(env);
  if (opener === undefined || !/^https?:$/.test(url.protocol)) return false;
  // No shell: the URL is one argument, whatever it holds. [RFC 3986: a serialised URL starts with its scheme]
  const child = spawn(opener.program, [...opener.arguments, url.href], { stdio: "ignore", detached: true });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
