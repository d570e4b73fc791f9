import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { DeviceAuthorization } from "@greenroom/contract/device";
import { SCOPES } from "@greenroom/contract/scopes";
import { openInBrowser, parseBrowserUrl } from "../browser.ts";
import { resolveServiceUrl, urlOption } from "../connection.ts";
import { type CommandContext, runCommand, USER_AGENT } from "../context.ts";
import { CommandError } from "../errors.ts";
import { deleteLogin, loginsFile, saveLogin, serviceKey } from "../logins.ts";
import { type CommandProcess, readInputFile } from "../process.ts";

interface LoginFlags {
  readonly url?: URL;
  readonly scope?: string;
  readonly withToken?: true;
  readonly browser: boolean;
}

const CLIENT_ID = "greenroom command";
const MAX_TOKEN_CHARS = 4096;

export function loginCommand(process: CommandProcess): CommandUnknownOpts {
  return new Command("login")
    .description("Sign in to a service in a browser, and save the token.")
    .addOption(urlOption())
    .option("--scope <scopes>", `scopes separated by spaces, of ${SCOPES.join(" ")} (default: all)`)
    .option("--with-token", "read a token from standard input instead")
    .option("--no-browser", "print the URL only")
    .action((flags: LoginFlags) => runCommand(process, (context) => login(context, flags)));
}

export function logoutCommand(process: CommandProcess): CommandUnknownOpts {
  return new Command("logout")
    .description("Delete the stored token of a service.")
    .addOption(urlOption())
    .action((flags: { readonly url?: URL }) =>
      runCommand(process, async ({ terminal }) => {
        const service = serviceKey(resolveServiceUrl(flags, process.env));
        if (!deleteLogin(loginsFile(process.env), service)) {
          return terminal.say(`You were not signed in to ${service}.`);
        }
        terminal.say(`Signed out of ${service}. The token is still valid; revoke it at ${service}/app/devices.`);
      }),
    );
}

async function login(context: CommandContext, flags: LoginFlags): Promise<void> {
  const baseUrl = resolveServiceUrl(flags, context.process.env);
  const { assertServiceUrl } = await import("@greenroom/client/transport");
  assertServiceUrl(baseUrl);
  context.onInterruptMessage("Interrupted. You are not signed in.");
  const token =
    flags.withToken === true ? await readToken(context, baseUrl) : await authorizeDevice(context, baseUrl, flags);
  context.signal.throwIfAborted();
  saveLogin(loginsFile(context.process.env), { service: serviceKey(baseUrl), token });
  context.terminal.say(`Signed in to ${serviceKey(baseUrl)}.`, "good");
}

/** An invalid token is not saved; one that cannot list sites is valid. */
async function readToken(context: CommandContext, baseUrl: URL): Promise<string> {
  const { signal } = context;
  const token = (await readInputFile(context, "-", MAX_TOKEN_CHARS)).trim();
  if (token === "") throw new CommandError("usage", "Standard input is empty. Pipe the token in, as in < token.txt.");
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

async function authorizeDevice(
  { terminal, signal, process }: CommandContext,
  baseUrl: URL,
  flags: LoginFlags,
): Promise<string> {
  const { awaitDeviceToken, startDeviceFlow } = await import("@greenroom/client/device");
  const settings = { baseUrl, userAgent: USER_AGENT, clientId: CLIENT_ID, scope: flags.scope, limits: { maxTries: 3 } };
  const started = await startDeviceFlow(settings, { signal });
  const url = await parseBrowserUrl(started.verification_uri);
  terminal.say(`Your code: ${started.user_code}`, "strong");
  terminal.say(`Enter it at ${url.href} to sign in and allow this device.`);
  if (flags.browser && process.stderr.isTTY === true) await openInBrowser(url, process.env);
  terminal.progress(`Waiting for your confirmation, ${minutes(started)} …`);
  const granted = await awaitDeviceToken(settings, started, { signal });
  return granted.access_token;
}

function minutes({ expires_in: seconds }: DeviceAuthorization): string {
  return `at most ${Math.max(1, Math.floor(seconds / 60))} min`;
}
