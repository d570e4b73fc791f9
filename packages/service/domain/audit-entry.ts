import type { ApprovalStatus } from "@greenroom/contract";

/** Everything the audit log records. A new action needs a sentence below. */
export const AUDIT_ACTIONS = [
  "approval.requested",
  "approval.requester_added",
  "approval.pending",
  "approval.approved",
  "approval.rejected",
  "approval.published",
  "approval.expired",
  "approval.superseded",
  "audit.acknowledged",
  "audit.anchored",
  "channel.added",
  "channel.removed",
  "confirmation.required",
  "confirmation.skipped",
  "credential.added",
  "credential.removed",
  "deploy_key.made",
  "deploy_key.removed",
  "deployment.canceled",
  "deployment.deleted",
  "deployment.started",
  "deployments.expired",
  "device.allowed",
  "device.denied",
  "domain.added",
  "domain.lost",
  "domain.primary_changed",
  "domain.proven",
  "domain.removed",
  "entitlements.changed",
  "member.added",
  "member.confirmed",
  "member.github_linked",
  "member.removed",
  "member.role_changed",
  "member.setup_link_made",
  "passkey.added",
  "passkey.removed",
  "password.changed",
  "password.set",
  "preview_token.created",
  "preview_token.revoked",
  "project.created",
  "pull_request.closed",
  "recovery_codes.renewed",
  "repository.connected",
  "repository.disconnected",
  "self_approval.allowed",
  "self_approval.forbidden",
  "session.ended",
  "session.opened",
  "share_link.created",
  "share_link.revoked",
  "site.access_changed",
  "site.archived",
  "site.changed",
  "site.network_changed",
  "site.restored",
  "sso.linked",
  "sso.removed",
  "target.created",
  "target.deleted",
  "target.updated",
  "token.created",
  "token.exchanged",
  "token.revoked",
  "token.rotated",
  "totp.added",
  "totp.removed",
  "trust.added",
  "trust.removed",
  "variable.removed",
  "variable.set",
  "webhook.added",
  "webhook.removed",
  "worker.created",
  "worker.revoked",
  "workspace.created",
] as const satisfies readonly (`approval.${ApprovalStatus}` | `${string}.${string}`)[];

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export function isAuditAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}

/** A piece of a sentence: fixed text, or text from outside: a name, with the screen it leads to, or a reason. */
export type Phrase = string | { readonly name: string; readonly href?: string } | { readonly quote: string };

/** The release an entry is about. */
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
  /** Everyone who asked for the release, in order. */
  readonly requesters: readonly Phrase[];
  /** Fields of the entry's data that are text or a list of texts. */
  readonly text: (field: string) => string | undefined;
}

/** Writes an entry as a sentence without its final stop; an action of a newer version is named as it is. */
export function auditSentence(action: string, about: AuditSubject): readonly Phrase[] {
  if (!isAuditAction(action)) return [...about.actor, ` did ${action}: `, ...about.subject];
  return SENTENCES[action](about);
}

/** The text of a sentence. */
export function plainSentence(phrases: readonly Phrase[]): string {
  return phrases
    .map((phrase) => (typeof phrase === "string" ? phrase : "quote" in phrase ? `“${phrase.quote}”` : phrase.name))
    .join("");
}

type Sentence = (about: AuditSubject) => readonly Phrase[];

const SENTENCES: Readonly<Record<AuditAction, Sentence>> = {
  "approval.requested": (about) => [...about.actor, " asked for ", ...release(about), ...because(about, "reason")],
  "approval.requester_added": (about) => [
    ...about.actor,
    " asked for ",
    ...release(about),
    " as well",
    ...because(about, "reason"),
  ],
  "approval.pending": (about) => [...about.actor, " opened the request for ", ...release(about), ...askedBy(about)],
  "approval.approved": (about) => [
    ...about.actor,
    " approved ",
    ...release(about),
    ...askedBy(about),
    ...relaxed(about),
    ...because(about, "notes"),
  ],
  "approval.rejected": (about) => [
    ...about.actor,
    " rejected ",
    ...release(about),
    ...askedBy(about),
    ...relaxed(about),
    ...because(about, "notes"),
  ],
  "approval.published": (about) => [...about.actor, " published ", ...release(about), ...askedBy(about)],
  "approval.expired": (about) => ["The request for ", ...release(about), " expired", ...askedBy(about)],
  "approval.superseded": (about) => [
    "The request for ",
    ...release(about),
    about.text("because") === "site_archived" ? " ended because the site was archived" : " gave way to a newer one",
    ...askedBy(about),
  ],
  "audit.acknowledged": (about) => [
    ...about.actor,
    " acknowledged that the audit log was not intact",
    ...because(about, "reason"),
  ],
  "audit.anchored": (about) => [
    `Greenroom authenticates the audit log from this entry on; entries up to #${about.text("through") ?? "0"} are from before`,
  ],
  "channel.added": (about) => [
    ...about.actor,
    " started to notify ",
    named(about.text("name")),
    ` (${about.text("kind") ?? "chat"}) of `,
    ...about.subject,
  ],
  "channel.removed": (about) => [
    ...about.actor,
    " stopped notifying ",
    named(about.text("name")),
    ` (${about.text("kind") ?? "chat"}) of `,
    ...about.subject,
  ],
  "confirmation.required": (about) => [...about.actor, " required that members are confirmed before they decide"],
  "confirmation.skipped": (about) => [...about.actor, " let unconfirmed members decide"],
  "credential.added": (about) => [...about.actor, " added the credential of ", named(about.text("url"))],
  "credential.removed": (about) => [...about.actor, " removed the credential of ", named(about.text("url"))],
  "deploy_key.made": (about) => [...about.actor, " made a deploy key for ", ...about.subject],
  "deploy_key.removed": (about) => [...about.actor, " removed the deploy key of ", ...about.subject],
  "deployment.canceled": (about) => [...about.actor, " canceled a deployment of ", ...place(about)],
  "deployment.deleted": (about) => [...about.actor, " deleted a deployment of ", ...place(about)],
  "deployment.started": (about) => [...about.actor, " started a deployment of ", ...place(about)],
  "deployments.expired": (about) => [...about.actor, " removed previews of ", ...about.subject, " whose time was over"],
  "device.allowed": (about) => [...about.actor, " connected the device ", named(about.text("client"))],
  "device.denied": (about) => [...about.actor, " denied access to the device ", named(about.text("client"))],
  "domain.added": (about) => [
    ...about.actor,
    " added the domain ",
    named(about.text("name")),
    " to ",
    ...about.subject,
  ],
  "domain.lost": (about) => [
    "The domain ",
    named(about.text("name")),
    " no longer proves to be that of ",
    ...about.subject,
  ],
  "domain.primary_changed": (about) => [
    ...about.actor,
    " made ",
    about.text("name") === undefined ? "the host of the service" : named(about.text("name")),
    " the primary domain of ",
    ...about.subject,
  ],
  "domain.proven": (about) => [
    "The domain ",
    named(about.text("name")),
    " was proven to be that of ",
    ...about.subject,
  ],
  "domain.removed": (about) => [
    ...about.actor,
    " removed the domain ",
    named(about.text("name")),
    " from ",
    ...about.subject,
  ],
  "entitlements.changed": (about) => [...about.actor, " changed the allowances of the workspace"],
  "member.added": (about) => [...about.actor, " added ", ...about.subject, ...as(about)],
  "member.confirmed": (about) => [...about.actor, " confirmed ", ...about.subject],
  "member.github_linked": (about) => [...about.actor, " changed the account on GitHub of ", ...about.subject],
  "member.removed": (about) => [...about.actor, " removed ", ...about.subject, " from the workspace"],
  "member.role_changed": (about) => [...about.actor, " changed the role of ", ...about.subject, ...to(about)],
  "member.setup_link_made": (about) => [...about.actor, " made a new setup link for ", ...about.subject],
  "passkey.added": (about) => [...about.actor, " added a passkey"],
  "passkey.removed": (about) => [...about.actor, " removed a passkey"],
  "password.changed": (about) => [...about.actor, " changed their password"],
  "password.set": (about) => [...about.actor, " set a password with a setup link"],
  "preview_token.created": (about) => [
    ...about.actor,
    " created the preview token ",
    named(about.text("name")),
    " of ",
    ...about.subject,
  ],
  "preview_token.revoked": (about) => [
    ...about.actor,
    " revoked the preview token ",
    named(about.text("name")),
    " of ",
    ...about.subject,
  ],
  "project.created": (about) => [...about.actor, " created the project ", named(about.text("name"))],
  "pull_request.closed": (about) => [
    ...about.actor,
    ` had the previews of pull request ${about.text("pullRequest") ?? ""} of `,
    ...about.subject,
    " removed",
  ],
  "recovery_codes.renewed": (about) => [...about.actor, " renewed their recovery codes"],
  "repository.connected": (about) => [...about.actor, " connected ", ...about.subject, " to ", repository(about)],
  "repository.disconnected": (about) => [
    ...about.actor,
    " disconnected ",
    ...about.subject,
    " from ",
    repository(about),
  ],
  "self_approval.allowed": (about) => [...about.actor, " allowed people to approve their own requests"],
  "self_approval.forbidden": (about) => [...about.actor, " forbade people to approve their own requests"],
  "session.ended": (about) => [...about.actor, " signed another session of theirs out"],
  "session.opened": (about) => [...about.actor, " signed in"],
  "share_link.created": (about) => [
    ...about.actor,
    " created a share link",
    ...calledBy(about),
    " for ",
    ...about.subject,
  ],
  "share_link.revoked": (about) => [
    ...about.actor,
    " revoked a share link",
    ...calledBy(about),
    " for ",
    ...about.subject,
  ],
  "site.access_changed": (about) => [
    ...about.actor,
    " opened the previews of ",
    ...about.subject,
    ` to ${audience(about.text("previewAccess"))} and its releases to ${audience(about.text("productionAccess"))}`,
  ],
  "site.archived": (about) => [...about.actor, " archived ", ...about.subject],
  "site.changed": (about) => [
    ...about.actor,
    " changed the ",
    about.text("changed") ?? "settings",
    " of ",
    ...about.subject,
  ],
  "site.network_changed": (about) => [
    ...about.actor,
    " changed which hosts builds of ",
    ...about.subject,
    " can reach",
  ],
  "site.restored": (about) => [...about.actor, " restored ", ...about.subject],
  "sso.linked": (about) => [...about.actor, " linked the company account of ", ...about.subject],
  "sso.removed": (about) => [...about.actor, " removed the company account of ", ...about.subject],
  "target.created": (about) => [...about.actor, " created the deployment target ", ...about.subject],
  "target.deleted": (about) => [...about.actor, " deleted the deployment target ", ...about.subject],
  "target.updated": (about) => [...about.actor, " changed the deployment target ", ...about.subject],
  "token.created": (about) => [...about.actor, " created ", ...about.subject],
  "token.exchanged": (about) => [
    "A run of ",
    repository(about),
    " on GitHub, started by ",
    named(about.text("login")),
    ", got a token for ",
    ...about.subject,
  ],
  "token.revoked": (about) => [...about.actor, " revoked ", ...about.subject],
  "token.rotated": (about) => [...about.actor, " replaced ", ...about.subject, " by a new one"],
  "totp.added": (about) => [...about.actor, " added an authenticator app"],
  "totp.removed": (about) => [...about.actor, " removed their authenticator app"],
  "trust.added": (about) => [...about.actor, " let runs of ", repository(about), " get tokens for ", ...about.subject],
  "trust.removed": (about) => [
    ...about.actor,
    " no longer lets runs of ",
    repository(about),
    " get tokens for ",
    ...about.subject,
  ],
  "variable.removed": (about) => [...about.actor, " removed ", variable(about), " of ", ...about.subject],
  "variable.set": (about) => [...about.actor, " set ", variable(about), " of ", ...about.subject],
  "webhook.added": (about) => [...about.actor, " added a webhook to ", named(about.text("origin"))],
  "webhook.removed": (about) => [...about.actor, " removed the webhook to ", named(about.text("origin"))],
  "worker.created": (about) => [
    ...about.actor,
    " added the worker ",
    named(about.text("name")),
    ", which builds for all",
  ],
  "worker.revoked": (about) => [...about.actor, " revoked the worker ", named(about.text("name"))],
  "workspace.created": (about) => [...about.actor, " created the workspace"],
};

function named(name: string | undefined): Phrase {
  return name === undefined ? "one without a name" : { name };
}

function release(about: AuditSubject): readonly Phrase[] {
  return ["the release of ", ...place(about)];
}

function place({ release }: AuditSubject): readonly Phrase[] {
  if (!release) return ["a site that is no longer known"];
  const { site, branch, commitSha } = release;
  return [
    site,
    ...(branch === null ? [] : [" from ", { name: branch }]),
    ...(commitSha === null ? [] : [` (${commitSha.slice(0, 7)})`]),
  ];
}

function askedBy({ requesters }: AuditSubject): readonly Phrase[] {
  return requesters.flatMap((requester, index) => {
    const before = index === 0 ? ", asked for by " : index === requesters.length - 1 ? " and " : ", ";
    return [before, requester];
  });
}

/** A decision made while the rule of two people was relaxed says so. */
function relaxed({ text }: AuditSubject): readonly Phrase[] {
  const rules = text("relaxed");
  return rules === undefined ? [] : [`, while the operator allowed ${rules}`];
}

function because({ text }: AuditSubject, field: string): readonly Phrase[] {
  const words = text(field);
  return words === undefined ? [] : [": ", { quote: words }];
}

function calledBy({ text }: AuditSubject): readonly Phrase[] {
  const name = text("name");
  return name === undefined ? [] : [" called ", { name }];
}

function audience(access: string | undefined): string {
  if (access === "members") return "members only";
  return access === "link" ? "members and anyone who has a share link" : "everyone";
}

function as({ text }: AuditSubject): readonly Phrase[] {
  const role = text("role");
  return role === undefined ? [] : [` as ${role}`];
}

function to({ text }: AuditSubject): readonly Phrase[] {
  const role = text("role");
  return role === undefined ? [] : [` to ${role}`];
}

function variable({ text }: AuditSubject): Phrase {
  return named([text("name"), `(${text("environment") ?? "all"})`].filter((part) => part !== undefined).join(" "));
}

function repository({ text }: AuditSubject): Phrase {
  return named([text("owner"), text("repository")].filter((part) => part !== undefined).join("/"));
}
