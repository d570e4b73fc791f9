import type { AnnouncementData } from "../domain/announcement.ts";
import { webApprovalUrl } from "../domain/approval.ts";
import { authorText } from "../domain/commenter.ts";
import { ACTION_WORDS } from "../domain/next-action.ts";
import { type AccountNotice, inert, type Notice, roleName, type SignInChange } from "../domain/notice.ts";
import { counted, minuteText } from "../outside/words.ts";
import { type Addresses, productionUrl, type Settings } from "../settings.ts";
import { type ApprovalView, findApproval } from "../store/approvals/approvals.ts";
import { type DeploymentView, findDeployment } from "../store/deployments/deployments.ts";
import type { Database } from "../store/engine/database.ts";
import { findRow } from "../store/engine/rows.ts";
import { findThumbnails, readReview } from "../store/reviews/reviews.ts";
import { commentUrl } from "./messages.ts";
import type { NoticeText } from "./notice-text.ts";

interface FactContext {
  readonly db: Database;
  readonly addresses: Addresses;
  readonly settings: Pick<Settings, "publicThumbnails">;
}

export interface Noticed {
  readonly workspaceId: string;
  readonly notice: Notice;
  readonly data: AnnouncementData;
}

/** @returns Undefined for a comment that was deleted. */
export async function noticeText(
  context: FactContext,
  { workspaceId, notice, data }: Noticed,
): Promise<NoticeText | undefined> {
  const site = inert(data.site.name, 80);
  if (data.kind === "approval") {
    const view = await findApproval(context.db, workspaceId, data.approval.id);
    return aboutRequest(context, { workspaceId, notice, data, site, view });
  }
  if (data.kind === "comment") return aboutComment(context, data, site);
  const { deployment } = data;
  const row = await findDeployment(context.db, workspaceId, deployment.id);
  const production = deployment.environment === "production";
  return {
    title: production ? `${site}: the release failed` : `${site}: the build of ${branchText(deployment.branch)} failed`,
    facts: [
      ...commitFacts(deployment, row),
      ...(deployment.error === null ? [] : [["Error", inert(deployment.error.message, 300)] as const]),
    ],
    link: { label: production ? "See the release" : "See the log", url: deploymentUrl(context, deployment.id) },
  };
}

async function aboutComment(
  { db, addresses }: FactContext,
  data: Extract<AnnouncementData, { kind: "comment" }>,
  site: string,
): Promise<NoticeText | undefined> {
  const { id, change, author, path, branch, blocks } = data.comment;
  const row = await findRow(db, "comments", { id, deleted_at: null });
  if (!row) return undefined;
  const did = change === "proposed" ? "says that a comment is done" : change === "replied" ? "replied" : "commented";
  return {
    title: `${site}: ${inert(authorText(author), 80)} ${did} on ${inert(path, 80)}`,
    facts: [
      ["Branch", branchText(branch)],
      ["Comment", inert(row.body, 300)],
      ...(blocks ? [["Blocks", "the release, while it is open"] as const] : []),
    ],
    link: { label: "Read and answer", url: commentUrl(data, addresses) },
  };
}

function deploymentUrl({ addresses }: FactContext, id: string): string {
  return `${addresses.baseUrl}/app/deployments/${id}`;
}

function branchText(branch: string | null): string {
  return branch === null ? "the default branch" : inert(branch, 80);
}

type Fact = readonly [label: string, text: string];

function commitFacts(
  { branch, commitSha }: { readonly branch: string | null; readonly commitSha: string | null },
  row: DeploymentView | undefined,
): readonly Fact[] {
  const [firstLine = ""] = (row?.commit_message ?? "").split("\n");
  const author = row?.commit_author ? ` (${inert(row.commit_author, 60)})` : "";
  const number = row?.pull_request_number ?? null;
  const commit = [(commitSha ?? "").slice(0, 8), inert(firstLine, 120)].filter((part) => part !== "").join(" ");
  return [
    ["Branch", branchText(branch)],
    ...(commit === "" ? [] : [["Commit", `${commit}${author}`] as const]),
    ...(number === null
      ? []
      : [["Pull request", `#${number} ${inert(row?.pull_request_title ?? "", 120)}`.trim()] as const]),
  ];
}

interface RequestNotice extends Noticed {
  readonly data: Extract<AnnouncementData, { kind: "approval" }>;
  readonly site: string;
  readonly view: ApprovalView | undefined;
}

async function aboutRequest(context: FactContext, noticed: RequestNotice): Promise<NoticeText> {
  const { workspaceId, notice, data, site, view } = noticed;
  const { approval } = data;
  const source = await findDeployment(context.db, workspaceId, approval.sourceDeploymentId);
  const url = webApprovalUrl(context.addresses.baseUrl, approval.id);
  const people = [...new Set((view?.requests ?? []).map(({ person }) => person))];
  const asked: Fact[] = people.length === 0 ? [] : [["Asked by", inert(people.join(", "), 120)]];
  const facts = [...asked, ...commitFacts(approval, source)];
  const because = (label: string, text: string | null): readonly Fact[] =>
    text === null || text.trim() === "" ? [] : [[label, inert(text, 300)]];
  if (notice === "requested" || notice === "prepared") {
    const changes = await changesOf(context, workspaceId, approval.sourceDeploymentId);
    return {
      title: `${site}: a release waits for ${notice === "requested" ? "a decision" : "somebody to request it"}`,
      facts: [...facts, ...because("Reason", approval.reason), ["Until", minuteText(approval.expiresAt)]],
      ...(changes !== undefined && { changes }),
      link: { label: ACTION_WORDS[notice === "requested" ? "decide" : "request"], url },
    };
  }
  const decider: Fact[] = view?.decision ? [["Decided by", inert(view.decision.person, 80)]] : [];
  if (notice === "decided") {
    const verdict = approval.status === "rejected" ? "rejected" : "approved";
    return {
      title: `${site}: the release was ${verdict}`,
      facts: [...facts, ...decider, ...because("Notes", approval.notes)],
      link: { label: "See the decision", url },
    };
  }
  const live = source && productionUrl(context.addresses, source);
  return {
    title: `${site}: a release is live`,
    facts: [...facts, ...decider, ...(live === undefined ? [] : [["Live at", live] as const])],
    link: {
      label: "See the release",
      url: approval.deploymentId === null ? url : deploymentUrl(context, approval.deploymentId),
    },
  };
}

const MAX_PAGES = 5;

async function changesOf(
  { db, addresses, settings: { publicThumbnails } }: FactContext,
  workspaceId: string,
  deploymentId: string,
): Promise<NoticeText["changes"]> {
  const review = await readReview(db, workspaceId, { deploymentId, whyNone: undefined, addresses, publicThumbnails });
  if (review.status !== "ready" || !review.summary) return undefined;
  const { changed, added, removed, brokenLinks } = review.summary;
  const counts: readonly (readonly [number, string])[] = [
    [changed, "changed"],
    [added, "added"],
    [removed, "removed"],
  ];
  const pages = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const broken = brokenLinks.new > 0 ? `; ${counted(brokenLinks.new, "new broken link")}` : "";
  const paths = [...(review.pages ?? []), ...(review.notRendered ?? [])].map(
    ({ path, change }) => `${inert(path, 100)} (${change})`,
  );
  return {
    summary: `${pages.length === 0 ? "no page looks different" : `pages: ${pages.join(", ")}`}${broken}`,
    pages: paths.slice(0, MAX_PAGES),
    more: Math.max(0, paths.length - MAX_PAGES),
    picture: review.thumbnailUrl,
    thumbnail: (await findThumbnails(db, workspaceId, [deploymentId])).get(deploymentId),
  };
}

const SIGN_IN: Readonly<Record<SignInChange, string>> = {
  "totp.added": "an authenticator app was set up",
  "totp.removed": "the authenticator app was removed",
  "passkey.added": "a passkey was added",
  "passkey.removed": "a passkey was removed",
  "password.changed": "the password was changed",
  "recovery_codes.renewed": "new recovery codes were made",
  "sso.linked": "a company account was linked",
  "setup_link.made": "a link to set a new password was made",
};

type Domain = Extract<AccountNotice, { readonly kind: "domain" }>;

const DOMAIN_PROBLEMS: Readonly<Record<Domain["problem"], readonly [title: (domain: string) => string, note: string]>> =
  {
    proof: [
      (domain) => `the proof of ${domain} is gone from the DNS`,
      "Set the TXT record again. Without it the site is no longer served there, and another site can have the domain.",
    ],
    address: [
      (domain) => `${domain} has no address any more`,
      "Visitors cannot reach the site there. Set its address record again.",
    ],
    lost: [
      (domain) => `the site is no longer served at ${domain}`,
      "Its proof was gone from the DNS for too long. Set the TXT record again, then check.",
    ],
  };

interface Account {
  readonly workspace: string;
  readonly at: string;
  /** Of the link of an invitation. */
  readonly secret: string | undefined;
}

export function accountText(
  { addresses: { baseUrl } }: Pick<FactContext, "addresses">,
  notice: AccountNotice,
  { workspace, at, secret }: Account,
): NoticeText {
  const time: Fact = ["Time", minuteText(at)];
  const by = (who: string | null): Fact => ["By", who === null ? "the operator" : inert(who, 80)];
  const unexpected = "You did not expect this? Contact an owner of the workspace or the operator.";
  switch (notice.kind) {
    case "invitation":
      return {
        title: `You are invited to ${workspace} on Greenroom`,
        facts: [by(notice.by), ["Role", notice.role]],
        note:
          secret === undefined
            ? "Sign in with the password you have."
            : "The link works once, for three days, and is yours alone. You did not expect this? Then leave it.",
        link:
          secret === undefined
            ? { label: "Sign in", url: `${baseUrl}/app/signin` }
            : { label: "Accept", url: `${baseUrl}/app/setup/${secret}` },
      };
    case "role":
      return {
        title: `You are ${roleName(notice.role)} of ${workspace} now`,
        facts: [by(notice.by), time],
        note: unexpected,
        link: { label: "See the members", url: `${baseUrl}/app/members` },
      };
    case "sign_in":
      return {
        title: `Your account: ${SIGN_IN[notice.change]}`,
        facts: [...(notice.by === null && notice.change !== "setup_link.made" ? [] : [by(notice.by)]), time],
        note: `Was it not you? Change your password and contact the operator.`,
        link: { label: "See your account", url: `${baseUrl}/app/account` },
      };
    case "access":
      return {
        title: `${inert(notice.name, 80)} asks to see ${inert(notice.site.name, 80)}`,
        facts: [["Address they gave", inert(notice.email, 254)], ["Wanted to open", inert(notice.host, 253)], time],
        note: "Neither name nor address is proven. Give them a share link, invite them as a member, or dismiss it.",
        link: { label: "See who asks", url: `${baseUrl}/app/sites/${notice.site.id}/access#requests` },
      };
    case "domain": {
      const { until, site } = notice;
      const domain = inert(notice.domain, 253);
      return {
        title: `${inert(site.name, 80)}: ${DOMAIN_PROBLEMS[notice.problem][0](domain)}`,
        facts: [["Domain", domain], ...(until === null ? [] : [["Served until", minuteText(until)] as const]), time],
        note: DOMAIN_PROBLEMS[notice.problem][1],
        link: { label: "See the DNS records", url: `${baseUrl}/app/sites/${site.id}/domains` },
      };
    }
  }
}
