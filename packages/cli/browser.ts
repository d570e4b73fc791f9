import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that shows an address. */
interface Opener {
  readonly program: string;
  readonly arguments: readonly string[];
}

/**
 * Finds what opens an address here.
 * @returns Undefined when no browser can show itself: no screen, or nothing to open with.
 */
export function findOpener(env: Environment, platform: NodeJS.Platform = process.platform): Opener | undefined {
  const own = env["BROWSER"]?.split(":")[0];
  if (own !== undefined && own !== "") return { program: own, arguments: [] };
  if (platform === "darwin") return { program: "open", arguments: [] };
  if (platform === "win32") return { program: "rundll32", arguments: ["url.dll,FileProtocolHandler"] };
  const screen = env["DISPLAY"] ?? env["WAYLAND_DISPLAY"] ?? "";
  const found = (env["PATH"] ?? "").split(delimiter).some((folder) => isProgram(join(folder, "xdg-open")));
  return screen !== "" && found ? { program: "xdg-open", arguments: [] } : undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Shows an address in a browser.
 * @param address http or https.
 * @returns False when there is no browser, or it could not be started.
 */
export async function openInBrowser(address: URL, env: Environment): Promise<boolean> {
  const opener = findOpener(env);
  if (opener === undefined || !/^https?:$/.test(address.protocol)) return false;
  // No shell: the address is one argument, whatever it holds. [RFC 3986: a serialised URL starts with its scheme]
  const child = spawn(opener.program, [...opener.arguments, address.href], { stdio: "ignore", detached: true });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
