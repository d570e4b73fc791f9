import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { SCOPES } from "@greenroom/contract/scopes";
import { TOKEN_KINDS } from "@greenroom/contract/token";
import { parseServiceUrl } from "../connection.ts";
import { CommandError } from "../errors.ts";
import { ROLE_CHOICES, group, required, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { parseProvider } from "../serve/parsers.ts";
import type { Terminal } from "../terminal.ts";
import { type AdminContext, workspaceVerb } from "./context.ts";
import { realmOption } from "./workers.ts";

const email = required("--email <email>", "email they sign in with");
const role = required("--role <role>", "role of the member").choices(ROLE_CHOICES);
const publicUrl = new Option(
  "--public-url <url>",
  "service URL for links (default: the one that the service was last started with)",
)
  .env("GREENROOM_PUBLIC_URL")
  .argParser(parseServiceUrl);

export function userCommand(process: CommandProcess): CommandUnknownOpts {
  const create = workspaceVerb(process, {
    name: "create",
    description: "Add a member to a workspace; prints, and mails, a one-time link to set a password.",
    options: [
      email,
      new Option("--name <name>", "display name").default(""),
      role,
      new Option(
        "--existing <choice>",
        "for an email that has an account: reset its password, second factors and sessions, or keep them, so that its present holder becomes a member",
      ).choices(["reset", "keep"]),
      publicUrl,
    ],
    async call({ store, workspaceId, terminal }, _, flags) {
      const { addPerson } = await import("@greenroom/service/admin/people");
      const { userId, setupPath, mailed } = await addPerson(store, { ...flags, workspaceId });
      if (setupPath === undefined) terminal.say("The holder of this account is a member now.");
      if (mailed) terminal.say(`A mail to ${flags.email} is on its way.`, "quiet");
      return { userId, setupUrl: await setupUrl(store, flags, setupPath), mailed };
    },
    print: ({ userId, setupUrl }, { terminal }) => printLink(terminal, setupUrl, userId),
  });
  const link = workspaceVerb(process, {
    name: "link",
    description: "Create a new one-time link for a member; earlier links stop working.",
    options: [email, publicUrl],
    async call({ store, workspaceId }, _, flags) {
      const { renewLink } = await import("@greenroom/service/admin/people");
      const { setupPath } = await renewLink(store, { workspaceId, email: flags.email });
      return { setupUrl: await setupUrl(store, flags, setupPath) };
    },
    print: ({ setupUrl }, { terminal }) => printLink(terminal, setupUrl),
  });
  return group("user", "Add members and create setup links.", [create, link]);
}

/** The link of a path; only the path when the URL of the service is not known. */
async function setupUrl(store: AdminContext["store"], flags: { readonly publicUrl?: URL }, path: string | undefined) {
  const { lastService } = await import("@greenroom/service/data-folder");
  const url = flags.publicUrl ?? (await lastService(store.dataDirectory))?.url;
  return path === undefined ? null : `${url?.origin ?? ""}${path}`;
}

function printLink(terminal: Terminal, setupUrl: string | null, userId?: string): void {
  terminal.fields([
    ["user", userId],
    ["set up", setupUrl ?? "keeps the password of the account"],
  ]);
  if (setupUrl === null) return;
  const path = setupUrl.startsWith("/") ? " Append it to the service URL, or use --public-url." : "";
  terminal.say(`The link works once, expires in three days and is not shown again.${path}`, "quiet");
}

export function memberCommand(process: CommandProcess): CommandUnknownOpts {
  const changeRole = workspaceVerb(process, {
    name: "role",
    description: "Change the role of a member; tokens that exceed it are revoked.",
    options: [email, role],
    call: async ({ store, workspaceId }, _, { email, role }) =>
      (await import("@greenroom/service/admin/people")).giveRole(store, { workspaceId, email, role }),
    print: ({ email, role }) => `${email} is now ${role}.`,
  });
  const confirm = workspaceVerb(process, {
    name: "confirm",
    description:
      "Show the account of a member with its code; with the code, confirm it as it was shown. Then they can decide releases.",
    options: [email, new Option("--code <code>", "the code that was shown, and that the person read out")],
    async call({ store, workspaceId }, _, { email, code }) {
      const { confirmPerson, showPerson } = await import("@greenroom/service/admin/people");
      const member = { workspaceId, email };
      if (code !== undefined) return { ...member, confirmed: true, ...(await confirmPerson(store, member, code)) };
      const { methodText } = await import("@greenroom/service/domain/people");
      const shown = await showPerson(store, member);
      return { ...member, confirmed: false, methods: shown.methods.map(methodText), code: shown.code };
    },
    print(result, { terminal }) {
      if (!("methods" in result)) return terminal.line(`${result.email} is confirmed.`);
      terminal.fields([
        ["signs in with", result.methods.join(", ")],
        ["code", result.code],
      ]);
      terminal.say(
        "Ask the person to read the code on their account page to you. If it is this one, give it with --code.",
      );
    },
  });
  const github = workspaceVerb(process, {
    name: "link-github",
    description: "Link a member to their account on GitHub, which is shown beside what they request and approve.",
    options: [
      email,
      new Option("--login <login>", "login name on GitHub"),
      new Option(
        "--github-id <number>",
        "numeric id on GitHub, which stays when the login is renamed (default: asked from GitHub)",
      ).argParser(readGithubId),
      new Option("--remove", "remove the link"),
    ],
    async call({ store, workspaceId }, _, { email, login, githubId, remove }) {
      if ((login === undefined) !== (remove === true)) throw new CommandError("usage", "Give --login or --remove.");
      const { linkGithub } = await import("@greenroom/service/admin/people");
      const { userId } = await linkGithub(store, { workspaceId, email, login, githubId });
      return { workspaceId, userId, email, login: login ?? null };
    },
    print: ({ email, login }) =>
      login === null ? `${email} has no account on GitHub.` : `${email} is ${login} on GitHub.`,
  });
  const sso = workspaceVerb(process, {
    name: "link-sso",
    description: "Link a member to their account at the provider of single sign-on; from then on they sign in with it.",
    options: [
      required("--email <email>", "email of the member here"),
      new Option("--issuer <url>", "the provider, as --sso-issuer names it").argParser(parseProvider),
      new Option("--subject <subject>", "id of the person there, the claim sub"),
      new Option("--remove", "remove the link; they sign in with a password again"),
    ],
    async call({ store, workspaceId }, _, { email, issuer, subject, remove }) {
      const account = issuer !== undefined && subject !== undefined ? { issuer, subject } : undefined;
      if ((account === undefined) !== (remove === true)) {
        throw new CommandError("usage", "Give --issuer and --subject, or --remove.");
      }
      const { linkCompanyAccount } = await import("@greenroom/service/admin/people");
      const { userId } = await linkCompanyAccount(store, { workspaceId, email }, account);
      return { workspaceId, userId, email, subject: subject ?? null };
    },
    print: ({ email, subject }, _, __, { issuer }) =>
      subject === null ? `${email} has no company account.` : `${email} signs in with ${subject} at ${issuer}.`,
  });
  return group("member", "Change members.", [changeRole, confirm, github, sso]);
}

function readGithubId(text: string): string {
  if (/^[1-9]\d{0,15}$/.test(text)) return text;
  throw new InvalidArgumentError("Give the numeric id, for example 583231.");
}

export function tokenCommand(process: CommandProcess): CommandUnknownOpts {
  const issue = workspaceVerb(process, {
    name: "issue",
    description: "Issue a token; it is shown only once.",
    options: [
      required("--name <name>", "name of the token"),
      new Option(
        "--email <email>",
        "owner of the token (default: a bot without an owner, which cannot prepare releases)",
      ),
      new Option("--kind <kind>", "kind of token").choices(TOKEN_KINDS).default("pat"),
      realmOption(),
      new Option("--scope <scopes...>", "scopes of the token (default: all)").choices(SCOPES),
      new Option("--expires-in-days <days>", "expiry in days (default: never expires)").argParser(wholeNumber(1, 3650)),
    ],
    async call({ store, workspaceId, terminal }, _, { email, kind, realm, name, scope, expiresInDays }) {
      const { addToken } = await import("@greenroom/service/admin/people");
      const input = { workspaceId, email, kind, realm, name, scopes: scope ?? SCOPES, expiresInDays };
      const { realmGuessed, endsBySetup, ...issued } = await addToken(store, input);
      if (realmGuessed) terminal.say("This is a live token; a service in --dev accepts only tokens of --realm test.");
      if (endsBySetup) terminal.say(`The setup link of ${email} ends this token. Open it first, then issue a token.`);
      return issued;
    },
    print: ({ token }) => token,
  });
  return group("token", "Issue tokens.", [issue]);
}
