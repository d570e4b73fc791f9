import type { ApprovalStatus } from "@greenroom/contract";

/** Everything the audit log records, each with its sentence: `{…}` is a part of `PARTS`, or else a name in the entry's data. */
const TEMPLATES = {
  "approval.requested": "{actor} requested {release}{reason}",
  "approval.requester_added": "{actor} requested {release} as well{reason}",
  "approval.pending": "{actor} opened the request for {release}{requesters}",
  "approval.approved": "{actor} approved {release}{requesters}{relaxed}{overrode}{notes}",
  "approval.rejected": "{actor} rejected {release}{requesters}{relaxed}{notes}",
  "approval.published": "{actor} published {release}{requesters}",
  "approval.expired": "The request for {release} expired{requesters}",
  "approval.superseded": "The request for {release} {supersededBy}{requesters}",
  "audit.acknowledged": "{actor} acknowledged that the audit log was not intact{reason}",
  "channel.added": "{actor} started to notify {name} ({kind}) of {subject}",
  "channel.removed": "{actor} stopped notifying {name} ({kind}) of {subject}",
  "comment.blocked": "{actor} blocked releases of {subject} with a comment",
  "comment.unblocked": "{actor} cleared a comment that blocked releases of {subject}",
  "confirmation.required": "{actor} required that members are confirmed before they decide",
  "confirmation.skipped": "{actor} let unconfirmed members decide",
  "credential.added": "{actor} added the credential of {url}",
  "credential.removed": "{actor} removed the credential of {url}",
  "deploy_key.made": "{actor} made a deploy key for {subject}",
  "deploy_key.removed": "{actor} removed the deploy key of {subject}",
  "deployment.canceled": "{actor} canceled a deployment of {commit}",
  "deployment.deleted": "{actor} deleted a deployment of {commit}",
  "deployment.let_through": "{actor} let a deployment of {commit} start over the budget of its author",
  "deployment.started": "{actor} started a deployment of {commit}",
  "deployments.expired": "{actor} removed previews of {subject} whose time was over",
  "device.allowed": "{actor} connected the device {client}",
  "device.denied": "{actor} denied access to the device {client}",
  "domain.added": "{actor} added the domain {name} to {subject}",
  "domain.lost": "The domain {name} no longer proves to be that of {subject}",
  "domain.primary_changed": "{actor} made {primaryDomain} the primary domain of {subject}",
  "domain.proven": "The domain {name} was proven to be that of {subject}",
  "domain.removed": "{actor} removed the domain {name} from {subject}",
  "entitlements.changed": "{actor} changed the allowances of the workspace",
  "member.added": "{actor} added {subject}{asRole}",
  "member.confirmed": "{actor} confirmed {subject}",
  "member.github_linked": "{actor} changed the account on GitHub of {subject}",
  "member.invitation_withdrawn": "{actor} withdrew the invitation of {email}",
  "member.invited": "{actor} invited {email}{asRole}",
  "member.joined": "{actor} accepted an invitation{asRole}",
  "member.removed": "{actor} removed {subject} from the workspace",
  "member.renamed": "{actor} changed their name from {before} to {after}",
  "member.role_changed": "{actor} changed the role of {subject}{toRole}",
  "member.setup_link_made": "{actor} made a new setup link for {subject}",
  "passkey.added": "{actor} added a passkey",
  "passkey.removed": "{actor} removed a passkey",
  "password.changed": "{actor} changed their password",
  "password.set": "{actor} set a password with a setup link",
  "preview_token.created": "{actor} created the preview token {name} of {subject}",
  "preview_token.revoked": "{actor} revoked the preview token {name} of {subject}",
  "project.created": "{actor} created the project {name}",
  "pull_request.closed": "{actor} had the previews of pull request {pullRequest} of {subject} removed",
  "recovery_codes.renewed": "{actor} renewed their recovery codes",
  "repository.connected": "{actor} connected {subject} to {repository}",
  "repository.disconnected": "{actor} disconnected {subject} from {repository}",
  "secrets.rotated": "{actor} ended every session, token and link of the service",
  "self_approval.allowed": "{actor} allowed people to approve their own requests",
  "self_approval.forbidden": "{actor} forbade people to approve their own requests",
  "session.ended": "{actor} signed another session of theirs out",
  "session.opened": "{actor} signed in",
  "share_link.created": "{actor} created a share link{called} for {subject}",
  "share_link.revoked": "{actor} revoked a share link{called} for {subject}",
  "site.access_changed":
    "{actor} opened the previews of {subject} to {previewAccess} and its releases to {productionAccess}",
  "site.archived": "{actor} archived {subject}",
  "site.changed": "{actor} changed the {changed} of {subject}",
  "site.network_changed": "{actor} changed which hosts builds of {subject} can reach",
  "site.restored": "{actor} restored {subject}",
  "site.roll_back_alone_allowed": "{actor} allowed one person to roll back {subject}",
  "site.roll_back_alone_forbidden": "{actor} forbade one person to roll back {subject}",
  "sso.linked": "{actor} linked the company account of {subject}",
  "sso.removed": "{actor} removed the company account of {subject}",
  "target.created": "{actor} created the deployment target {subject}",
  "target.deleted": "{actor} deleted the deployment target {subject}",
  "target.updated": "{actor} changed the deployment target {subject}",
  "token.created": "{actor} created {subject}",
  "token.exchanged": "A run of {repository} on GitHub, started by {login}, got a token for {subject}",
  "token.revoked": "{actor} revoked {subject}",
  "token.rotated": "{actor} replaced {subject} by a new one",
  "totp.added": "{actor} added an authenticator app",
  "totp.removed": "{actor} removed their authenticator app",
  "trust.added": "{actor} let runs of {repository} get tokens for {subject}",
  "trust.removed": "{actor} no longer lets runs of {repository} get tokens for {subject}",
  "variable.removed": "{actor} removed {variable} of {subject}",
  "variable.set": "{actor} set {variable} of {subject}",
  "webhook.added": "{actor} added a webhook to {origin}",
  "webhook.removed": "{actor} removed the webhook to {origin}",
  "worker.created": "{actor} added the worker {name}, which builds for all",
  "worker.revoked": "{actor} revoked the worker {name}",
  "workspace.created": "{actor} created the workspace",
  "workspace.renamed": "{actor} renamed the workspace to {name}",
} satisfies Readonly<Record<`approval.${ApprovalStatus}`, string> & Record<`${string}.${string}`, string>>;

export type AuditAction = keyof typeof TEMPLATES;

export const AUDIT_ACTIONS: readonly AuditAction[] = Object.keys(TEMPLATES).filter(isAuditAction);

export function isAuditAction(text: string): text is AuditAction {
  return Object.hasOwn(TEMPLATES, text);
}

/** A piece of a sentence: fixed text, or text from outside: a name, with the screen it leads to, or a reason. */
export type Phrase = string | { readonly name: string; readonly href?: string } | { readonly quote: string };

export interface AuditedRelease {
  readonly site: Phrase;
  readonly branch: string | null;
  readonly commitSha: string | null;
}

/** What an entry is about, as far as it is still known. */
export interface AuditSubject {
  readonly actor: readonly Phrase[];
  /** The subject by its name: a person, token, site, target, project or device. */
  readonly subject: readonly Phrase[];
  readonly release: AuditedRelease | undefined;
  readonly requesters: readonly Phrase[];
  /** Fields of the entry's data that are text or a list of texts. */
  readonly text: (field: string) => string | undefined;
}

/** Writes an entry as a sentence without its final stop; an action of a newer version is named as it is. */
export function auditSentence(action: string, about: AuditSubject): readonly Phrase[] {
  if (!isAuditAction(action)) return [...about.actor, ` did ${action}: `, ...about.subject];
  return TEMPLATES[action].split(/(\{\w+\})/).flatMap((piece): readonly Phrase[] => {
    if (piece === "") return [];
    if (!piece.startsWith("{")) return [piece];
    const part = piece.slice(1, -1);
    return PARTS.get(part)?.(about) ?? [named(about.text(part))];
  });
}

export function plainSentence(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => (typeof phrase === "string" ? phrase : "quote" in phrase ? `“${phrase.quote}”` : phrase.name))
    .join("");
}

type Part = (about: AuditSubject) => readonly Phrase[];

/** Parts of sentences that are more than a name. An optional one brings the words before it along. */
const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["actor", ({ actor }) => actor],
  ["subject", ({ subject }) => subject],
  ["release", (about) => ["the release of ", ...commit(about)]],
  ["commit", commit],
  ["requesters", requesters],
  ["reason", ({ text }) => quoted(text("reason"))],
  ["notes", ({ text }) => quoted(text("notes"))],
  // A decision made while the rule of two people was relaxed says so.
  ["relaxed", ({ text }) => optional(", while the operator allowed ", text("relaxed"))],
  [
    "overrode",
    ({ text }) => {
      const reason = text("overrideReason");
      return reason === undefined ? [] : [" over comments that block it: ", { quote: reason }];
    },
  ],
  ["asRole", ({ text }) => optional(" as ", text("role"))],
  ["toRole", ({ text }) => optional(" to ", text("role"))],
  [
    "supersededBy",
    ({ text }) => [
      text("because") === "site_archived" ? "ended because the site was archived" : "gave way to a newer one",
    ],
  ],
  ["kind", ({ text }) => [text("kind") ?? "chat"]],
  ["pullRequest", ({ text }) => [text("pullRequest") ?? ""]],
  ["changed", ({ text }) => [text("changed") ?? "settings"]],
  ["previewAccess", ({ text }) => [audience(text("previewAccess"))]],
  ["productionAccess", ({ text }) => [audience(text("productionAccess"))]],
  ["primaryDomain", ({ text }) => [text("name") === undefined ? "the host of the service" : named(text("name"))]],
  ["called", ({ text }) => (text("name") === undefined ? [] : [" called ", named(text("name"))])],
  ["repository", ({ text }) => [named(joined("/", text("owner"), text("repository")))]],
  ["variable", ({ text }) => [named(joined(" ", text("name"), `(${text("environment") ?? "all"})`))]],
]);

function named(name: string | undefined): Phrase {
  return name === undefined ? "one without a name" : { name };
}

function commit({ release }: AuditSubject): readonly Phrase[] {
  if (!release) return ["a site that is no longer known"];
  const { site, branch, commitSha } = release;
  return [
    site,
    ...(branch === null ? [] : [" from ", { name: branch }]),
    ...(commitSha === null ? [] : [` (${commitSha.slice(0, 7)})`]),
  ];
}

function requesters({ requesters }: AuditSubject): readonly Phrase[] {
  return requesters.flatMap((requester, index) => {
    const before = index === 0 ? ", requested by " : index === requesters.length - 1 ? " and " : ", ";
    return [before, requester];
  });
}

function quoted(words: string | undefined): readonly Phrase[] {
  return words === undefined ? [] : [": ", { quote: words }];
}

function optional(before: string, words: string | undefined): readonly Phrase[] {
  return words === undefined ? [] : [before + words];
}

function audience(access: string | undefined): string {
  if (access === "members") return "members only";
  return access === "link" ? "members and anyone who has a share link" : "everyone";
}

function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(separator);
}
