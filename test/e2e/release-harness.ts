import { hostedUrl, type Settings } from "../../packages/service/settings.ts";
import { findApproval } from "../../packages/service/store/approvals/approvals.ts";
import { type Github, type GithubOptions, pullRequestEvent, startGithub } from "../../packages/testkit/github.ts";
import type { ActionResult, ActionRun } from "../../packages/testkit/runner.ts";
import { type Instance, openInstance } from "../browser/instance.ts";
import { requestHost } from "../http.ts";
import { requestAsPerson } from "../request-as-person.ts";
import { run } from "./harness.ts";

/** Number of the pull request whose branch is released. */
export const PULL_NUMBER = 7;

type Changes = Partial<Omit<ActionRun, "inputs">> & {
  readonly inputs?: Readonly<Record<string, string>>;
};

/** An instance with a site, GitHub with a pull request of it, and the built actions beside them. */
export interface ReleaseHarness extends AsyncDisposable {
  readonly instance: Instance;
  readonly github: Github;
  /** Commits a page on the pull request's branch; gives the commit. */
  push(text: string): string;
  /** Merges the pull request as GitHub does when it squashes; gives the new commit. */
  squash(): string;
  preview(changes?: Changes): Promise<ActionResult>;
  /** Runs the production action, by default for the push of the merge. */
  production(changes?: Changes): Promise<ActionResult>;
  /** Requests a release that the action prepared, as a member at its link. */
  request(link: string, by?: string): Promise<void>;
  /** Decides a request by the forms of the web screens, with a second factor; what nobody requested, Ada requests. */
  decide(link: string, by: string, fields: Readonly<Record<string, string>>): Promise<string>;
  /** What the production host serves. */
  productionPage(): Promise<string>;
}

/** What the runners of Gitea and Forgejo set besides, and what of GitHub's they do not set. */
const GITEA_ENV = {
  GITEA_ACTIONS: "true",
  GITHUB_REPOSITORY_ID: "",
  GITHUB_GRAPHQL_URL: "",
  GITHUB_TRIGGERING_ACTOR: "",
};

/** Starts all of it; the service runs in this process, so that tests can reach its clock and rows. */
export async function startReleaseHarness(
  options: Pick<GithubOptions, "forge"> = {},
  settings: Partial<Settings> = {},
): Promise<ReleaseHarness> {
  const instance = await openInstance({ settings });
  const headRef = "feature/autumn";
  const first = instance.commit({ "index.html": "<h1>First</h1>" }, headRef);
  const head = { number: PULL_NUMBER, headRef, headSha: first };
  const github = await startGithub({ pulls: [head], ...options });
  const gitea = options.forge && { env: GITEA_ENV, context: { serverUrl: new URL(github.apiUrl).origin } };
  const [pull] = github.state.pulls;
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  const base = { "base-url": instance.baseUrl, token: instance.seed.tokens.pat, site: instance.siteId };
  // Every run is newer than the one before it, as on GitHub.
  let runId = 17_204_551_803;
  const runAction = (actionYml: string, event: ActionRun["event"], changes: Changes): Promise<ActionResult> => {
    runId += 1;
    const context = { apiUrl: github.apiUrl, token: github.token, runId, ...gitea?.context, ...changes.context };
    const inputs = { ...base, ...changes.inputs };
    return run({ actionYml, event, timeoutMs: 60_000, ...gitea, ...changes, inputs, context });
  };
  const pushed = () => ({
    name: "push",
    payload: { ref: "refs/heads/main", after: pull.mergeCommitSha, repository: github.repositoryPayload() },
  });
  return {
    instance,
    github,
    push: (text) => {
      const sha = instance.commit({ "index.html": `<h1>${text}</h1>` }, headRef);
      pull.head = { ...pull.head, sha };
      return sha;
    },
    squash: () => {
      pull.state = "closed";
      pull.mergedAt = new Date().toISOString();
      pull.mergeCommitSha = String(github.state.pulls.length).padStart(40, "5");
      return pull.mergeCommitSha;
    },
    preview: (changes = {}) => runAction("action.yml", pullRequestEvent(github, pull), changes),
    production: (changes = {}) => runAction("production/action.yml", pushed(), changes),
    request: (link, by = "Ada") => requestPrepared(instance, link, by),
    decide: async (link, by, fields) => {
      await requestPrepared(instance, link, "Ada");
      return decide(instance, { link, by }, fields);
    },
    productionPage: () => productionPage(instance),
    [Symbol.asyncDispose]: async () => {
      await github.close();
      await instance.close();
    },
  };
}

async function requestPrepared(instance: Instance, link: string, by: string): Promise<void> {
  const { context, seed } = instance;
  const view = await findApproval(context.db, seed.workspaceId, link.split("/").at(-1) ?? "");
  if (view?.status !== "pending" || view.requested_at !== null) return;
  const person = { userId: await instance.userId(by), workspaceId: seed.workspaceId };
  const source = { siteId: view.site_id, sourceDeploymentId: view.source_deployment_id };
  await requestAsPerson(context, person, source);
}

/** As much of a browser as a decision needs: a cookie, and forms with their hidden field. */
async function decide(
  instance: Instance,
  { link, by }: { readonly link: string; readonly by: string },
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const person = instance.person(by);
  const path = new URL(link).pathname;
  let cookie = "";
  const send = async (to: string, form?: Readonly<Record<string, string>>): Promise<string> => {
    const headers = { cookie, origin: instance.baseUrl, "content-type": "application/x-www-form-urlencoded" };
    const init =
      form === undefined ? { headers } : { method: "POST", headers, body: new URLSearchParams(form).toString() };
    const response = await fetch(new URL(to, instance.baseUrl), { ...init, redirect: "manual" });
    cookie = /^greenroom=[^;]+/.exec(response.headers.get("set-cookie") ?? "")?.[0] ?? cookie;
    return response.text();
  };
  const submit = async (to: string, form: Readonly<Record<string, string>>): Promise<string> => {
    const csrf = /name="csrf" value="([^"]+)"/.exec(await send(to))?.[1] ?? "";
    return send(to, { csrf, ...form });
  };
  await send("/app/signin", { email: person.email, password: person.password });
  await submit("/app/second-factor", { code: await instance.code(person) });
  await submit(path, { ...fields, code: await instance.code(person) });
  return send(path);
}

async function productionPage({ context, siteId, baseUrl }: Instance): Promise<string> {
  const site = await context.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  const { host } = new URL(hostedUrl(context.addresses, site.production_label, "production"));
  return (await requestHost(new URL(baseUrl).port, host)).text;
}

/** The pull request of a harness. */
export function pullOf({ github }: ReleaseHarness) {
  const pull = github.state.pulls.find((one) => one.number === PULL_NUMBER);
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  return pull;
}
