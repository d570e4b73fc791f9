import type { Command } from "commander";
import type { Attempt, Deployed } from "@greenroom/client/create";
import type { CreateDeployment } from "@greenroom/contract/deployment";
import { type Checkout, readCheckout, sameRepository } from "./checkout.ts";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import type { Exit } from "./exit.ts";
import { CommandFailure } from "./failure.ts";
import { timeoutOption } from "./follow.ts";
import { runVerb, type Verb } from "./verb.ts";
import { watchBuild } from "./watch-build.ts";

interface DeployFlags extends ConnectionFlags {
  readonly branch?: string;
  readonly commit?: string;
  readonly follow?: true;
  readonly forceNew?: true;
  readonly key?: string;
  readonly waitForCapacity?: true;
  readonly timeout: number;
}

/** Stands where the action puts GitHub's number of the repository: site, branch and commit name the attempt. */
const KEY_SCOPE = "greenroom deploy";

/** The verb `deploy`. */
export function deployCommand(): Command {
  return clientVerb("deploy [site]", "Deploy a preview of a commit, by default the one checked out here.")
    .option("--branch <name>", "branch to name; else the one checked out")
    .option("--commit <sha>", "commit to deploy; else the one checked out")
    .option("--follow", "show the build log and wait for the end")
    .addOption(timeoutOption())
    .option("--force-new", "a new deployment, although this commit has one")
    .option("--key <key>", "idempotency key; else one that names site, branch and commit")
    .option("--wait-for-capacity", "at the limit of builds, wait for one to end")
    .addHelpText(
      "after",
      "\nThe same commit of the same branch lands on the same deployment, however often it is asked for; one that failed\n" +
        "or was canceled before makes way for a new one. Without [site] it is the one built from the remote 'origin'.",
    )
    .action((site: string | undefined, flags: DeployFlags) => runVerb(flags, (verb) => deploy(verb, site, flags)));
}

async function deploy(verb: Verb, named: string | undefined, flags: DeployFlags): Promise<Exit | void> {
  const checkout = needsCheckout(named, flags) ? await readCheckout(process.cwd(), verb.signal) : undefined;
  const siteId = await findSite(verb, named, checkout);
  const commitSha = flags.commit ?? checkout?.commitSha;
  const branch = flags.branch ?? (flags.commit === undefined ? checkout?.branch : undefined);
  warn(verb, checkout, flags);
  const body: CreateDeployment = {
    environment: "preview",
    ...(commitSha === undefined ? {} : { commitSha: commitSha.toLowerCase() }),
    ...(branch === undefined ? {} : { branch }),
  };
  const deployed = await createOnce(verb, { siteId, body: JSON.stringify(body) }, flags);
  const { deployment } = deployed;
  verb.parting(`Interrupted; ${deployment.id} goes on at the service. greenroom follow ${deployment.id} picks it up.`);
  verb.terminal.say(`${deployed.reused ? "Found" : "Accepted"} ${deployment.id}.`);
  if (flags.follow === true) {
    return await watchBuild(verb, deployment, { timeoutMinutes: flags.timeout, json: verb.json ? "record" : "none" });
  }
  if (verb.json) verb.terminal.json({ deployment, reused: deployed.reused, idempotencyKey: deployed.key });
  else verb.terminal.line(deployment.previewUrl ?? deployment.id);
  if (!verb.json)
    verb.terminal.say(`It is ${deployment.status}. See it through with greenroom follow ${deployment.id}.`, "quiet");
}

function needsCheckout(named: string | undefined, { commit }: DeployFlags): boolean {
  return named === undefined || commit === undefined;
}

async function findSite(
  { client, call }: Verb,
  named: string | undefined,
  checkout: Checkout | undefined,
): Promise<string> {
  if (named !== undefined) {
    const { resolveSite } = await import("@greenroom/client/create");
    return (await resolveSite(client, named, call)).id;
  }
  const origin = checkout?.origin;
  if (origin === undefined) throw new CommandFailure("usage", "This checkout has no remote 'origin'. Name the site.");
  const { sites } = await client.sites.list(call);
  const built = sites.filter((site) => site.repositoryUrl && sameRepository(site.repositoryUrl, origin));
  const [only] = built;
  if (only !== undefined && built.length === 1) return only.id;
  const why =
    built.length === 0
      ? "No site is built from this repository"
      : `${built.length} sites are built from this repository`;
  throw new CommandFailure(
    "usage",
    `${why}. Name the site: ${
      sites
        .map((site) => site.slug)
        .slice(0, 10)
        .join(", ") || "create one first"
    }.`,
  );
}

/** The service builds what was pushed, not what lies here. */
function warn({ terminal }: Verb, checkout: Checkout | undefined, { commit }: DeployFlags): void {
  if (checkout === undefined || commit !== undefined) return;
  if (checkout.changed) terminal.say("Changes that are not committed are not deployed.", "busy");
  if (!checkout.pushed && checkout.origin !== undefined) {
    terminal.say("This commit seems not to be pushed yet; the service can only build what it can fetch.", "busy");
  }
}

async function createOnce(
  verb: Verb,
  attempt: Pick<Attempt, "siteId" | "body">,
  flags: DeployFlags,
): Promise<Deployed> {
  const { client, connection, terminal, call } = verb;
  const [{ deployOnce, deriveKey, KEY_VERSION }, { randomUUID }] = await Promise.all([
    import("@greenroom/client/create"),
    import("node:crypto"),
  ]);
  const { key } = flags;
  const runNonce = flags.forceNew === true ? randomUUID() : undefined;
  const serviceOrigin = connection.baseUrl.origin;
  const derived = (n: number): string =>
    deriveKey({ version: KEY_VERSION, serviceOrigin, repositoryId: KEY_SCOPE, ...attempt, n, runNonce });
  verb.parting("Interrupted. If a deployment was accepted, the same command finds it again.");
  return await deployOnce(
    client,
    {
      ...attempt,
      keyOf: key === undefined ? derived : () => key,
      fixed: key !== undefined,
      onQuota: flags.waitForCapacity === true ? "wait" : "fail",
    },
    {
      ...call,
      ...(flags.waitForCapacity === true
        ? { deadlineAt: client.transport.clock.monotonic() + flags.timeout * 60_000 }
        : {}),
      onQuotaWait: (error) => terminal.say(`${error.detail} Waiting for a build to end.`, "busy"),
    },
  );
}
