import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Role } from "@greenroom/contract/approval";
import {
  type Scope,
  SCOPES,
  TOKEN_KINDS,
  type TokenKind,
  TOKEN_REALMS,
  type TokenRealm,
} from "@greenroom/contract/token";
import { type AdminContext, runInWorkspace, type StoreFlags, workspaceCommand } from "./context.ts";
import { parseServiceUrl } from "../connection.ts";
import { CommandError } from "../errors.ts";
import { ROLE_CHOICES, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";
import { parseProvider } from "../serve/parsers.ts";

interface MemberFlags extends StoreFlags {
  readonly email: string;
  readonly publicUrl?: URL;
}

function publicUrlOption(): Option {
  return new Option(
    "--public-url <url>",
    "service URL for links (default: the one that the service was last started with)",
  )
    .env("GREENROOM_PUBLIC_URL")
    .argParser(parseServiceUrl);
}

function roleOption(): Option {
  return new Option("--role <role>", "role of the member").choices(ROLE_CHOICES).makeOptionMandatory();
}

export function userCommand(process: CommandProcess): Command {
  const create = workspaceCommand("create", "Add a member to a workspace; prints a one-time link to set a password.")
    .requiredOption("--email <email>", "email they sign in with")
    .option("--name <name>", "display name", "")
    .addOption(roleOption())
    .addOption(
      new Option(
        "--existing <choice>",
        "for an email that has an account: reset its password, second factors and sessions, or keep them, so that its present holder becomes a member",
      ).choices(["reset", "keep"]),
    )
    .addOption(publicUrlOption())
    .action(
      (flags: MemberFlags & { readonly name: string; readonly role: Role; readonly existing?: "reset" | "keep" }) =>
        runInWorkspace(process, flags, async (context) => {
          const { addPerson } = await import("@greenroom/service/admin/people");
          const { email, name, role, existing } = flags;
          const added = await addPerson(context.store, {
            workspaceId: context.workspaceId,
            email,
            name,
            role,
            existing,
          });
          showLink(context, added, await urlOf(process, flags));
          if (added.setupPath === undefined) {
            context.terminal.say("The holder of this account is a member now.");
          }
        }),
    );
  const link = workspaceCommand("link", "Create a new one-time link for a member; earlier links stop working.")
    .requiredOption("--email <email>", "email they sign in with")
    .addOption(publicUrlOption())
    .action((flags: MemberFlags) =>
      runInWorkspace(process, flags, async (context) => {
        const { renewLink } = await import("@greenroom/service/admin/people");
        const made = await renewLink(context.store, { workspaceId: context.workspaceId, email: flags.email });
        showLink(context, made, await urlOf(process, flags));
      }),
    );
  return new Command("user").description("Add members and create setup links.").addCommand(create).addCommand(link);
}

async function urlOf({ cwd }: CommandProcess, { publicUrl, data }: MemberFlags): Promise<URL | undefined> {
  const { lastAddress } = await import("@greenroom/service/data-folder");
  return publicUrl ?? (await lastAddress(resolve(cwd, data)));
}

function showLink(
  { terminal, json }: AdminContext,
  made: { readonly userId?: string; readonly setupPath: string | undefined },
  publicUrl: URL | undefined,
): void {
  const { userId, setupPath } = made;
  const setupUrl = setupPath === undefined ? null : `${publicUrl?.origin ?? ""}${setupPath}`;
  if (json) return terminal.json({ ...(userId === undefined ? {} : { userId }), setupUrl });
  terminal.fields([
    ["user", userId],
    ["set up", setupUrl ?? "keeps the password of the account"],
  ]);
  if (setupUrl === null) return;
  const path = publicUrl === undefined ? " Append it to the service URL, or use --public-url." : "";
  terminal.say(`The link works once, expires in three days and is not shown again.${path}`, "quiet");
}

export function memberCommand(process: CommandProcess): Command {
  const role = workspaceCommand("role", "Change the role of a member; tokens that exceed it are revoked.")
    .requiredOption("--email <email>", "email they sign in with")
    .addOption(roleOption())
    .action((flags: MemberFlags & { readonly role: Role }) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { giveRole } = await import("@greenroom/service/admin/people");
        const { email, role } = flags;
        await giveRole(store, { workspaceId, email, role });
        if (json) terminal.json({ workspaceId, email, role });
        else terminal.line(`${email} is now ${role}.`);
      }),
    );
  const confirm = workspaceCommand(
    "confirm",
    "Confirm that a member is who they say, with the second factors they have now: then they can decide releases.",
  )
    .requiredOption("--email <email>", "email they sign in with")
    .action((flags: MemberFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { confirmPerson } = await import("@greenroom/service/admin/people");
        const { userId } = await confirmPerson(store, { workspaceId, email: flags.email });
        if (json) terminal.json({ workspaceId, userId, email: flags.email });
        else terminal.line(`${flags.email} is confirmed.`);
      }),
    );
  const github = workspaceCommand(
    "link-github",
    "Link a member to their account on GitHub: they cannot decide a release of what it pushed or ran.",
  )
    .requiredOption("--email <email>", "email they sign in with")
    .addOption(new Option("--login <login>", "login name on GitHub"))
    .addOption(
      new Option("--github-id <number>", "numeric id on GitHub, which stays when the login is renamed").argParser(
        githubId,
      ),
    )
    .option("--remove", "remove the link")
    .action((flags: GithubFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { email, login, remove } = flags;
        if ((login === undefined) !== (remove === true)) throw new CommandError("usage", "Give --login or --remove.");
        const { linkGithub } = await import("@greenroom/service/admin/people");
        const { userId } = await linkGithub(store, { workspaceId, email, login, githubId: flags.githubId });
        if (json) terminal.json({ workspaceId, userId, email, login: login ?? null });
        else
          terminal.line(login === undefined ? `${email} has no account on GitHub.` : `${email} is ${login} on GitHub.`);
      }),
    );
  const sso = workspaceCommand(
    "link-sso",
    "Link a member to their account at the provider of single sign-on; from then on they sign in with it.",
  )
    .requiredOption("--email <email>", "email of the member here")
    .addOption(new Option("--issuer <url>", "the provider, as --sso-issuer names it").argParser(parseProvider))
    .addOption(new Option("--subject <subject>", "id of the person there, the claim sub"))
    .option("--remove", "remove the link; they sign in with a password again")
    .action((flags: SsoFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { email, issuer, subject, remove } = flags;
        const given = issuer !== undefined && subject !== undefined ? { issuer, subject } : undefined;
        if ((given === undefined) !== (remove === true)) {
          throw new CommandError("usage", "Give --issuer and --subject, or --remove.");
        }
        const { linkCompanyAccount } = await import("@greenroom/service/admin/people");
        const { userId } = await linkCompanyAccount(store, { workspaceId, email, given });
        if (json) terminal.json({ workspaceId, userId, email, subject: subject ?? null });
        else
          terminal.line(
            given ? `${email} signs in with ${given.subject} at ${given.issuer}.` : `${email} has no company account.`,
          );
      }),
    );
  const commands = [role, confirm, github, sso];
  return commands.reduce((all, one) => all.addCommand(one), new Command("member").description("Change members."));
}

interface SsoFlags extends MemberFlags {
  readonly issuer?: string;
  readonly subject?: string;
  readonly remove?: true;
}

interface GithubFlags extends MemberFlags {
  readonly login?: string;
  readonly githubId?: string;
  readonly remove?: true;
}

function githubId(text: string): string {
  if (/^[1-9]\d{0,15}$/.test(text)) return text;
  throw new InvalidArgumentError("Give the numeric id, for example 583231.");
}

interface TokenFlags extends StoreFlags {
  readonly email?: string;
  readonly kind: TokenKind;
  readonly realm?: TokenRealm;
  readonly name: string;
  readonly scope?: readonly Scope[];
  readonly expiresInDays?: number;
}

export function tokenCommand(process: CommandProcess): Command {
  const issue = workspaceCommand("issue", "Issue a token; it is shown only once.")
    .requiredOption("--name <name>", "name of the token")
    .option("--email <email>", "owner of the token (default: a bot without an owner, which cannot request releases)")
    .addOption(new Option("--kind <kind>", "kind of token").choices(TOKEN_KINDS).default("pat"))
    .addOption(
      new Option("--realm <realm>", "use test for a service in --dev (default: the realm of existing tokens)").choices(
        TOKEN_REALMS,
      ),
    )
    .addOption(new Option("--scope <scopes...>", "scopes of the token (default: all)").choices(SCOPES))
    .addOption(
      new Option("--expires-in-days <days>", "expiry in days (default: never expires)").argParser(wholeNumber(1, 3650)),
    )
    .action((flags: TokenFlags) =>
      runInWorkspace(process, flags, async ({ store, workspaceId, terminal, json }) => {
        const { addToken } = await import("@greenroom/service/admin/people");
        const { email, kind, realm, name, scope, expiresInDays } = flags;
        const scopes = scope ?? SCOPES;
        const { realmGuessed, ...issued } = await addToken(store, {
          workspaceId,
          email,
          kind,
          realm,
          name,
          scopes,
          expiresInDays,
        });
        if (json) terminal.json(issued);
        else terminal.line(issued.token);
        if (realmGuessed) terminal.say("This is a live token; a service in --dev accepts only tokens of --realm test.");
      }),
    );
  return new Command("token").description("Issue tokens.").addCommand(issue);
}
