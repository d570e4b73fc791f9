import { resolve } from "node:path";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Deployed, WantedDeployment } from "@greenroom/client/create";
import type { PrebuiltFolder } from "@greenroom/client/folder";
import type { CreateDeployment } from "@greenroom/contract/deployment";
import { MAX_PULL_REQUEST_NUMBER, type PullRequestLabel } from "@greenroom/contract/label";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import { CommandError, type Exit } from "../errors.ts";
import { followBuild, timeoutOption } from "../follow.ts";
import { wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { type Checkout, readCheckout, sameRepository } from "./checkout.ts";
import { readCi } from "./ci.ts";
import { siteIdOf } from "./list.ts";

interface DeployFlags extends ConnectionFlags {
  readonly branch?: string;
  readonly commit?: string;
  readonly follow?: true;
  readonly forceNew?: true;
  readonly key?: string;
  readonly prebuilt?: string;
  readonly pullRequest?: number;
  readonly title?: string;
  readonly waitForCapacity?: true;
  readonly timeout: number;
}

/** Takes the place of the repository id that the action uses: site, branch and commit identify the attempt. */
const KEY_SCOPE = "greenroom deploy";

export function deployCommand(process: CommandProcess): CommandUnknownOpts {
  return apiCommand("deploy [site]", "Deploy a preview of a commit, by default the one checked out here.")
    .option("--branch <name>", "branch name (default: the one of the CI job, else the one checked out)")
    .option("--commit <sha>", "commit to deploy (default: the one of the CI job, else the one checked out)")
    .option("--follow", "stream the build log and wait until it finishes")
    .addOption(timeoutOption())
    .option("--force-new", "create a new deployment even if this commit has one")
    .option("--key <key>", "idempotency key (default: derived from site, branch and commit)")
    .option("--prebuilt <folder>", "upload this folder, which is built already, instead of a build at the service")
    .addOption(
      new Option(
        "--pull-request <number>",
        "pull request that people know the preview by (default: that of the CI job)",
      ).argParser(wholeNumber(1, MAX_PULL_REQUEST_NUMBER)),
    )
    .option("--title <text>", "with --pull-request, its title")
    .option("--wait-for-capacity", "at the build limit, wait until a build finishes")
    .addHelpText(
      "after",
      "\nDeploying the same commit of the same branch again reuses its deployment, unless that one failed or was canceled.\n" +
        "With --prebuilt, the files of the folder are part of that: other files make another deployment.\n" +
        "Without [site], the command uses the site that is built from the remote 'origin'.",
    )
    .action((site: string | undefined, flags: DeployFlags) =>
      runApiCommand(process, flags, (context) => deploy(context, site, flags)),
    );
}

async function deploy(context: ApiContext, named: string | undefined, flags: DeployFlags): Promise<Exit | void> {
  // What a person names wins over the job, and the job over the checkout: in a job that is a merge commit, or on no
  // branch.
  const job = flags.commit === undefined ? readCi(context.process.env) : undefined;
  const commit = flags.commit ?? job?.commitSha;
  const checkout = named === undefined || commit === undefined ? await readCheckout(context) : undefined;
  const siteId = await findSite(context, named, checkout);
  const commitSha = commit ?? checkout?.commitSha;
  const branch =
    flags.branch ??
    (job?.commitSha !== undefined ? job.branch : undefined) ??
    (commit === undefined ? checkout?.branch : undefined);
  if (commit === undefined && flags.prebuilt === undefined) warnAboutLocalChanges(context, checkout);
  const folder = flags.prebuilt === undefined ? undefined : await readPrebuilt(context, flags.prebuilt);
  const request: CreateDeployment = {
    environment: "preview",
    ...(commitSha !== undefined && { commitSha: commitSha.toLowerCase() }),
    ...(branch !== undefined && { branch }),
    ...(folder && { prebuilt: folder.prebuilt }),
  };
  const deployed = await createOnce(context, { siteId, request }, flags);
  const { deployment } = deployed;
  context.onInterruptMessage(
    `Interrupted; ${deployment.id} is still running. To continue: greenroom follow ${deployment.id}.`,
  );
  context.terminal.say(`${deployed.reused ? "Reusing" : "Created"} ${deployment.id}.`);
  if (folder !== undefined) await upload(context, { created: deployment, folder }, flags);
  if (flags.follow === true) {
    return await followBuild(context, deployment, {
      timeoutMinutes: flags.timeout,
      json: context.json ? "record" : "none",
    });
  }
  if (context.json) {
    return context.terminal.json({ deployment, reused: deployed.reused, idempotencyKey: deployed.key });
  }
  context.terminal.line(deployment.previewUrl ?? deployment.id);
  context.terminal.say(`Status: ${deployment.status}. To follow it: greenroom follow ${deployment.id}.`, "quiet");
}

async function readPrebuilt({ process: { cwd }, signal }: ApiContext, path: string): Promise<PrebuiltFolder> {
  const { readFolder } = await import("@greenroom/client/folder");
  return await readFolder(resolve(cwd, path), { signal });
}

async function upload(
  context: ApiContext,
  given: { readonly created: Deployed["deployment"]; readonly folder: PrebuiltFolder },
  { timeout }: DeployFlags,
): Promise<void> {
  const { client, terminal, call } = context;
  const { uploadFolder } = await import("@greenroom/client/upload");
  context.onInterruptMessage("Interrupted while uploading. The same command continues with what is missing.");
  await uploadFolder(client, given, {
    ...call,
    deadlineAt: client.transport.clock.monotonic() + timeout * 60_000,
    onMissing: (files, bytes) =>
      terminal.say(
        files === 0
          ? "Nothing to upload: the service has every file."
          : `Uploading ${files} of ${given.folder.files.length} files, ${bytes} bytes.`,
        "busy",
      ),
  });
}

async function findSite(
  context: ApiContext,
  named: string | undefined,
  checkout: Checkout | undefined,
): Promise<string> {
  if (named !== undefined) return await siteIdOf(context, named);
  const { client, call } = context;
  const origin = checkout?.origin;
  if (origin === undefined) throw new CommandError("usage", "This checkout has no remote 'origin'. Give the site.");
  const { sites } = await client.sites.list(call);
  const built = sites.filter((site) => site.repositoryUrl && sameRepository(site.repositoryUrl, origin));
  const [only] = built;
  if (only !== undefined && built.length === 1) return only.id;
  const reason =
    built.length === 0
      ? "No site is built from this repository"
      : `${built.length} sites are built from this repository`;
  const slugs = sites.slice(0, 10).map((site) => site.slug);
  throw new CommandError("usage", `${reason}. Give the site: ${slugs.join(", ") || "create one first"}.`);
}

/** The service builds what was pushed, not the local files. */
function warnAboutLocalChanges({ terminal }: ApiContext, checkout: Checkout | undefined): void {
  if (checkout === undefined) return;
  if (checkout.changed) terminal.say("Uncommitted changes are not deployed.", "busy");
  if (!checkout.pushed && checkout.origin !== undefined) {
    terminal.say("This commit does not seem to be pushed. The service can only build commits it can fetch.", "busy");
  }
}

async function createOnce(
  context: ApiContext,
  wanted: Pick<WantedDeployment, "siteId" | "request">,
  flags: DeployFlags,
): Promise<Deployed> {
  const { client, connection, terminal, call } = context;
  const [{ deployOnce, deriveKey }, { randomUUID }] = await Promise.all([
    import("@greenroom/client/create"),
    import("node:crypto"),
  ]);
  const runNonce = flags.forceNew === true ? randomUUID() : undefined;
  const serviceOrigin = connection.baseUrl.origin;
  const derived = (attempt: number, body: string): string =>
    deriveKey({ serviceOrigin, repositoryId: KEY_SCOPE, siteId: wanted.siteId, body, attempt, runNonce });
  context.onInterruptMessage("Interrupted. If the deployment was created, the same command finds it.");
  return await deployOnce(
    client,
    {
      ...wanted,
      pullRequest: pullRequestOf(flags, context.process.env),
      key: flags.key ?? derived,
      onQuota: flags.waitForCapacity === true ? "wait" : "fail",
    },
    {
      ...call,
      ...(flags.waitForCapacity && { deadlineAt: client.transport.clock.monotonic() + flags.timeout * 60_000 }),
      onQuotaWait: (error) => terminal.say(`${error.detail} Waiting until a build finishes.`, "busy"),
    },
  );
}

function pullRequestOf({ pullRequest, title }: DeployFlags, env: CommandProcess["env"]): PullRequestLabel | undefined {
  const number = pullRequest ?? readCi(env)?.pullRequest;
  return number === undefined ? undefined : { number, title };
}
