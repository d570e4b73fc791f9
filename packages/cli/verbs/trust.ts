import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { TRUST_SCOPES } from "@greenroom/contract/scopes";
import type { ReceivedTrustRule } from "@greenroom/contract/trust";
import { group } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { siteVerb, table } from "./list.ts";

export function trustCommand(process: CommandProcess): CommandUnknownOpts {
  const list = siteVerb(process, {
    name: "list <site>",
    description: "List the trust rules of a site.",
    call: ({ client, call, siteId }) => client.trustRules.list(siteId, call),
    print: table<ReceivedTrustRule>(
      { repository: (rule) => rule.repository ?? rule.repositoryId, only: conditionsOf, id: (rule) => rule.id },
      (site) => `No rules. Add one with greenroom trust add ${site} owner/name.`,
    ),
  });
  const add = siteVerb(process, {
    name: "add <site> <repository>",
    description: "Trust workflow runs of a repository, given as owner/name.",
    options: [
      new Option("--repository-id <number>", "number of the repository (default: asked from GitHub)"),
      new Option("--ref <pattern>", "only runs for this ref, such as refs/heads/main or refs/pull/**"),
      new Option("--environment <name>", "only jobs of this environment on GitHub"),
      new Option(
        "--event <name>",
        "only runs of this event; without it: push, pull_request, workflow_dispatch, merge_group, release or schedule",
      ),
      new Option("--workflow <pattern>", "only this workflow, such as acme/site/.github/workflows/preview.yml@**"),
      new Option("--scope <scope...>", "what the tokens can do (default: all of these)").choices(TRUST_SCOPES),
      new Option("--issuer <url>", "issuer of the identity tokens (default: GitHub's)"),
    ],
    interrupted: ([site]) => `The rule may have been added: see greenroom trust list ${site}.`,
    call({ client, call, siteId }, [, repository], flags) {
      const { repositoryId, ref, environment, event, workflow, scope, issuer } = flags;
      const conditions = { repositoryId, ref, environment, event, workflow, issuer };
      const body = { repository, ...conditions, scopes: scope && [...scope] };
      return client.trustRules.create(siteId, body, call);
    },
    print(rule, { terminal }, [, repository]) {
      terminal.fields([
        ["repository", `${rule.repository ?? repository} (${rule.repositoryId})`],
        ["only", conditionsOf(rule)],
        ["scopes", (rule.scopes ?? []).join(" ")],
        ["id", rule.id],
      ]);
      terminal.say("Give the job 'permissions: id-token: write' and leave the input 'token' out.", "quiet");
    },
  });
  const remove = siteVerb(process, {
    name: "remove <site> <rule>",
    description: "Remove a trust rule; its tokens end at once.",
    asks: ([, id]) => `Remove trust rule ${id}? Its runs get no more tokens.`,
    async call({ client, call, siteId }, [, id]) {
      await client.trustRules.remove(siteId, id, call);
      return { id, removed: true };
    },
    print: ({ id }) => `Removed ${id}.`,
  });
  return group("trust", "Say which workflow runs get a token for a site without a secret.", [list, add, remove]);
}

function conditionsOf({ ref, environment, event, workflow }: ReceivedTrustRule): string {
  // A rule that names no event leaves out those that strangers can start.
  const named = Object.entries({ ref, environment, event: event ?? "any usual one", workflow });
  return named
    .flatMap(([name, value]) => (value === null || value === undefined ? [] : [`${name} ${value}`]))
    .join(", ");
}
