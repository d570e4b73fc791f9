import { Command } from "commander";
import type { DeviceAuthorization } from "@greenroom/contract/device";
import { SCOPES } from "@greenroom/contract/token";
import { openInBrowser } from "./browser.ts";
import { resolveAddress, urlOption } from "./connection.ts";
import { addressKey, keepLogin, loginsFile } from "./credentials.ts";
import { CommandFailure } from "./failure.ts";
import { readShownAddress } from "./show-address.ts";
import { runScene, type Scene, USER_AGENT } from "./verb.ts";

interface LoginFlags {
  readonly url?: URL;
  readonly scope?: string;
  readonly withToken?: true;
  readonly browser: boolean;
}

const CLIENT_ID = "greenroom command";
const MAX_TOKEN_BYTES = 4096;

/** The verb `login`. */
export function loginCommand(): Command {
  return new Command("login")
    .description("Sign in to a service in a browser, and keep the token for later.")
    .addOption(urlOption())
    .option("--scope <scopes>", `scopes separated by blanks, of ${SCOPES.join(" ")}; else all you may give`)
    .option("--with-token", "read a token from standard input instead")
    .option("--no-browser", "show the address only")
    .action((flags: LoginFlags) => runScene((scene) => login(scene, flags)));
}

async function login(scene: Scene, flags: LoginFlags): Promise<void> {
  const baseUrl = resolveAddress(flags, process.env);
  const { assertServiceUrl } = await import("@greenroom/client/transport");
  assertServiceUrl(baseUrl);
  scene.parting("Interrupted. You are not signed in.");
  const token = flags.withToken === true ? await readToken(scene, baseUrl) : await askPerson(scene, baseUrl, flags);
  scene.signal.throwIfAborted();
  keepLogin(loginsFile(process.env), { address: addressKey(baseUrl), token });
  scene.terminal.say(`Signed in to ${addressKey(baseUrl)}.`, "good");
}

/** A token that does not count is not kept; one that may not list sites counts. */
async function readToken({ signal }: Scene, baseUrl: URL): Promise<string> {
  const token = (await readInput(signal)).trim();
  if (token === "")
    throw new CommandFailure("usage", "No token came from standard input. Pipe it in, as in < token.txt.");
  const [{ createClient }, { ClientError }] = await Promise.all([
    import("@greenroom/client/client"),
    import("@greenroom/client/errors"),
  ]);
  try {
    await createClient({ baseUrl, token, userAgent: USER_AGENT, limits: { maxTries: 3 } }).sites.list({ signal });
  } catch (error) {
    if (!(error instanceof ClientError) || error.code !== "insufficient_scope") throw error;
  }
  return token;
}

async function readInput(signal: AbortSignal): Promise<string> {
  const stop = (): void => void process.stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  let text = "";
  for await (const chunk of process.stdin) {
    text += String(chunk);
    if (text.length > MAX_TOKEN_BYTES) throw new CommandFailure("usage", "That is no token. Pipe in the token alone.");
  }
  signal.throwIfAborted();
  return text;
}

async function askPerson({ terminal, signal }: Scene, baseUrl: URL, flags: LoginFlags): Promise<string> {
  const { awaitDeviceToken, startDeviceFlow } = await import("@greenroom/client/device");
  const settings = { baseUrl, userAgent: USER_AGENT, clientId: CLIENT_ID, scope: flags.scope, limits: { maxTries: 3 } };
  const started = await startDeviceFlow(settings, { signal });
  const address = readShownAddress(started.verification_uri);
  terminal.say(`Your code: ${started.user_code}`, "strong");
  terminal.say(`Enter it at ${address.href}, where you sign in and allow this device.`);
  if (flags.browser && process.stderr.isTTY) await openInBrowser(address, process.env);
  terminal.progress(`Waiting for you, ${minutes(started)} …`);
  const granted = await awaitDeviceToken(settings, started, { signal });
  return granted.access_token;
}

function minutes({ expires_in: seconds }: DeviceAuthorization): string {
  return `at most ${Math.max(1, Math.floor(seconds / 60))} min`;
}
