import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { connectRepository } from "../../../packages/service/admin/integrations.ts";
import { linkGithub } from "../../../packages/service/admin/people.ts";
import { lookUpCommitActors } from "../../../packages/service/notify/commit-actors.ts";
import { decidersOf, findApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { codeOf } from "../approvals/fixture.ts";
import { COMMIT, openScenario } from "./scenario.ts";

interface Run {
  readonly actor?: { readonly id: number; readonly login: string } | null;
  readonly triggering_actor?: { readonly id: number; readonly login: string } | null;
}

/** GitHub's list of runs, and nothing else of it. */
async function startRuns(answer: { status?: number; runs?: readonly Run[] }) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(answer.status ?? 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ total_count: 1, workflow_runs: answer.runs ?? [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    asked,
    apiUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function linked(answer: Parameters<typeof startRuns>[0], link: { login: string; githubId?: string }) {
  const scenario = await openScenario();
  const github = await startRuns(answer);
  const { operator, siteId, workspaceId, approver, context } = scenario;
  const repository = "Lantern-Theatre/website";
  await connectRepository(operator, { siteId, repository, apiUrl: github.apiUrl, token: "a-token-of-github" });
  const { email } = await context.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", approver.userId)
    .executeTakeFirstOrThrow();
  await linkGithub(operator, { workspaceId, email, githubId: undefined, ...link });
  const request = await scenario.request();
  const lookUp = () => lookUpCommitActors(context, { workspaceId, requestId: request.id });
  const deciders = async () => {
    const view = await findApproval(context.db, workspaceId, request.id);
    return view && decidersOf(view, context.at()).map(({ userId }) => userId);
  };
  return {
    ...scenario,
    github,
    request,
    lookUp,
    deciders,
    async [Symbol.asyncDispose]() {
      await github[Symbol.asyncDispose]();
      await scenario[Symbol.asyncDispose]();
    },
  };
}

const MIRA = { id: 583_231, login: "Mira-O" };
const ADA = { id: 77, login: "ada" };

describe("a member linked to an account on GitHub", () => {
  test.each([
    ["pushed the commit", { actor: MIRA, triggering_actor: ADA }],
    ["restarted a run of it", { actor: ADA, triggering_actor: MIRA }],
  ])("who %s cannot decide", async (_, run) => {
    await using scenario = await linked({ runs: [{ actor: null }, run] }, { login: "mira-o" });
    await scenario.lookUp();
    expect(scenario.github.asked).toEqual([
      `/repos/lantern-theatre/website/actions/runs?head_sha=${COMMIT}&per_page=100`,
    ]);
    expect(await scenario.deciders()).toEqual([]);
    expect(await codeOf(scenario.decide(scenario.request.id, "approve"))).toBe("self_approval_forbidden");
  });

  test("is known by the number of the account, so that a renamed login counts", async () => {
    await using scenario = await linked({ runs: [{ actor: MIRA }] }, { login: "old-name", githubId: "583231" });
    await scenario.lookUp();
    expect(await scenario.deciders()).toEqual([]);
  });

  test("who took a login that someone renamed is not that one", async () => {
    const taken = { login: "mira-o", githubId: "42" };
    await using scenario = await linked({ runs: [{ actor: MIRA }] }, taken);
    await scenario.lookUp();
    expect(await scenario.deciders()).toEqual([scenario.approver.userId]);
  });

  test("decides what others pushed, and when GitHub says nothing", async () => {
    for (const answer of [{ runs: [{ actor: ADA }] }, { status: 403 }, { status: 500 }]) {
      await using scenario = await linked(answer, { login: "mira-o" });
      await scenario.lookUp();
      expect(scenario.github.asked).toHaveLength(1);
      expect(await scenario.deciders()).toEqual([scenario.approver.userId]);
    }
  });
});

test("GitHub is not asked about requests of another workspace, nor when no member is linked", async () => {
  await using scenario = await linked({ runs: [{ actor: MIRA }] }, { login: "mira-o" });
  const { context, request, workspaceId, github } = scenario;
  await lookUpCommitActors(context, { workspaceId: "other", requestId: request.id });
  await context.db.deleteFrom("github_accounts").execute();
  await lookUpCommitActors(context, { workspaceId, requestId: request.id });
  expect(github.asked).toEqual([]);
});
