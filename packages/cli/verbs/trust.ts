import { Command, Option } from "commander";
import { TRUST_SCOPES, type TrustScope } from "@greenroom/contract/scopes";
import type { CreateTrustRule, ReceivedTrustRule } from "@greenroom/contract/trust";
import { apiCommand, type ConnectionFlags } from "../connection.ts";
import { type ApiContext, runApiCommand } from "../context.ts";
import type { CommandProcess } from "../process.ts";
import { confirm } from "../prompts.ts";
import { type Columns, printList, siteIdOf } from "./list.ts";

interface AddFlags extends ConnectionFlags {
  readonly repositoryId?: string;
  readonly ref?: string;
  readonly environment?: string;
  readonly event?: string;
  readonly workflow?: string;
  readonly scope?: readonly TrustScope[];
  readonly issuer?: string;
}

export function trustCommand(process: CommandProcess): Command {
  const command = new Command("trust").description("Say which workflow runs get a token for a site without a secret.");
  const list = apiCommand("list <site>", "List the trust rules of a site.").action(
    (site: string, flags: ConnectionFlags) => runApiCommand(process, flags, (context) => listRules(context, site)),
  );
  const add = apiCommand("add <site> <repository>", "Trust workflow runs of a repository, given as owner/name.")
    .option("--repository-id <number>", "number of the repository (default: asked from GitHub)")
    .option("--ref <pattern>", "only runs for this ref, such as refs/heads/main or refs/pull/**")
    .option("--environment <name>", "only jobs of this environment on GitHub")
    .option("--event <name>", "only runs of this event, such as pull_request")
    .option("--workflow <pattern>", "only this workflow, such as acme/site/.github/workflows/preview.yml@**")
    .addOption(new Option("--scope <scope...>", "what the tokens can do (default: all of these)").choices(TRUST_SCOPES))
    .option("--issuer <url>", "issuer of the identity tokens (default: GitHub's)")
    .action((site: string, repository: string, flags: AddFlags) =>
      runApiCommand(process, flags, (context) => addRule(context, { site, repository, flags })),
    );
  const remove = apiCommand("remove <site> <rule>", "Remove a trust rule; its tokens end at once.")
    .option("--yes", "do not ask for confirmation")
    .action((site: string, rule: string, flags: ConnectionFlags & { readonly yes?: true }) =>
      runApiCommand(process, flags, (context) => removeRule(context, { site, rule, yes: flags.yes === true })),
    );
  for (const child of [list, add, remove]) command.addCommand(child);
  return command;
}

async function listRules(context: ApiContext, site: string): Promise<void> {
  const rules = await context.client.trustRules.list(await siteIdOf(context, site), context.call);
  printList(context, rules, COLUMNS, `No rules. Add one with greenroom trust add ${site} owner/name.`);
}

const COLUMNS: Columns<ReceivedTrustRule> = {
  repository: (rule) => rule.repository ?? rule.repositoryId,
  only: conditionsOf,
  id: (rule) => rule.id,
};

function conditionsOf({ ref, environment, event, workflow }: ReceivedTrustRule): string {
  const named = Object.entries({ ref, environment, event, workflow }).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name} ${value}`],
  );
  return named.length === 0 ? "any run" : named.join(", ");
}

async function addRule(
  context: ApiContext,
  { site, repository, flags }: { readonly site: string; readonly repository: string; readonly flags: AddFlags },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const { repositoryId, ref, environment, event, workflow, scope, issuer } = flags;
  const body: CreateTrustRule = {
    repository,
    repositoryId,
    ref,
    environment,
    event,
    workflow,
    scopes: scope && [...scope],
    issuer,
  };
  const id = await siteIdOf(context, site);
  context.onInterruptMessage(`Interrupted. The rule may have been added: see greenroom trust list ${site}.`);
  const rule = await client.trustRules.create(id, body, call);
  if (json) return terminal.json(rule);
  terminal.fields([
    ["repository", `${rule.repository ?? repository} (${rule.repositoryId})`],
    ["only", conditionsOf(rule)],
    ["scopes", (rule.scopes ?? []).join(" ")],
    ["id", rule.id],
  ]);
  terminal.say("Give the job 'permissions: id-token: write' and leave the input 'token' out.", "quiet");
}

async function removeRule(
  context: ApiContext,
  { site, rule, yes }: { readonly site: string; readonly rule: string; readonly yes: boolean },
): Promise<void> {
  const { client, call, terminal, json } = context;
  const id = await siteIdOf(context, site);
  await confirm(context, `Remove trust rule ${rule}? Its runs get no more tokens.`, yes);
  await client.trustRules.remove(id, rule, call);
  if (json) terminal.json({ id: rule, removed: true });
  else terminal.line(`Removed ${rule}.`);
}
