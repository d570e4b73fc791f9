import { Command, Option } from "commander";
import type { Role } from "@greenroom/contract/approval";
import {
  type Scope,
  SCOPES,
  TOKEN_KINDS,
  type TokenKind,
  TOKEN_REALMS,
  type TokenRealm,
} from "@greenroom/contract/token";
import { type AdminVerb, runInWorkspace, type StoreFlags, workspaceVerb } from "./admin-verb.ts";
import { ROLE_CHOICES } from "./choices.ts";
import { readAddress } from "./connection.ts";
import { wholeNumber } from "./numbers.ts";

interface PersonFlags extends StoreFlags {
  readonly email: string;
  readonly publicUrl?: URL;
}

function publicUrlOption(): Option {
  return new Option("--public-url <url>", "address of the service, to print links whole")
    .env("GREENROOM_PUBLIC_URL")
    .argParser(readAddress);
}

function roleOption(): Option {
  return new Option("--role <role>", "what they may do").choices(ROLE_CHOICES).makeOptionMandatory();
}

/** The verbs about people. */
export function userCommand(): Command {
  const create = workspaceVerb("create", "Add a person to a workspace; prints a one-time link to set a password.")
    .requiredOption("--email <email>", "address they sign in with")
    .option("--name <name>", "name for people", "")
    .addOption(roleOption())
    .addOption(publicUrlOption())
    .action((flags: PersonFlags & { readonly name: string; readonly role: Role }) =>
      runInWorkspace(flags, async (verb) => {
        const { addPerson } = await import("@greenroom/service/admin/people");
        const { email, name, role } = flags;
        const added = await addPerson(verb.store, { workspaceId: verb.workspaceId, email, name, role });
        showLink(verb, added, flags.publicUrl);
      }),
    );
  const link = workspaceVerb("link", "Make a new one-time link for a member; earlier ones stop working.")
    .requiredOption("--email <email>", "address they sign in with")
    .addOption(publicUrlOption())
    .action((flags: PersonFlags) =>
      runInWorkspace(flags, async (verb) => {
        const { renewLink } = await import("@greenroom/service/admin/people");
        const made = await renewLink(verb.store, { workspaceId: verb.workspaceId, email: flags.email });
        showLink(verb, made, flags.publicUrl);
      }),
    );
  return new Command("user").description("Add people and make set-up links.").addCommand(create).addCommand(link);
}

function showLink(
  { terminal, json }: AdminVerb,
  made: { readonly userId?: string; readonly setupPath: string | undefined },
  publicUrl: URL | undefined,
): void {
  const { userId, setupPath } = made;
  const setupUrl = setupPath === undefined ? null : `${publicUrl?.origin ?? ""}${setupPath}`;
  if (json) return terminal.json({ ...(userId === undefined ? {} : { userId }), setupUrl });
  terminal.fields([
    ["user", userId],
    ["set up", setupUrl ?? "they have a password already"],
  ]);
  if (setupUrl === null) return;
  const where = publicUrl === undefined ? " It lies below the service's address (--public-url prints it whole)." : "";
  terminal.say(`The link works once, for three days, and is shown this once.${where}`, "quiet");
}

/** The verb about members. */
export function memberCommand(): Command {
  const role = workspaceVerb("role", "Give a member another role; tokens that go beyond it end.")
    .requiredOption("--email <email>", "address they sign in with")
    .addOption(roleOption())
    .action((flags: PersonFlags & { readonly role: Role }) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
        const { giveRole } = await import("@greenroom/service/admin/people");
        const { email, role } = flags;
        await giveRole(store, { workspaceId, email, role });
        if (json) terminal.json({ workspaceId, email, role });
        else terminal.line(`${email} is ${role} now.`);
      }),
    );
  return new Command("member").description("Change members.").addCommand(role);
}

interface TokenFlags extends StoreFlags {
  readonly email?: string;
  readonly kind: TokenKind;
  readonly realm?: TokenRealm;
  readonly name: string;
  readonly scope?: readonly Scope[];
  readonly expiresInDays?: number;
}

/** The verb about tokens. */
export function tokenCommand(): Command {
  const issue = workspaceVerb("issue", "Issue a token; its text is shown this once.")
    .requiredOption("--name <name>", "what it is for")
    .option("--email <email>", "member it stands for; else a bot without an owner, which cannot ask for releases")
    .addOption(new Option("--kind <kind>", "kind of token").choices(TOKEN_KINDS).default("pat"))
    .addOption(
      new Option("--realm <realm>", "test for a service in --dev; else that of the tokens there").choices(TOKEN_REALMS),
    )
    .addOption(new Option("--scope <scopes...>", "what it may do; else everything").choices(SCOPES))
    .addOption(new Option("--expires-in-days <days>", "else it never expires").argParser(wholeNumber(1, 3650)))
    .action((flags: TokenFlags) =>
      runInWorkspace(flags, async ({ store, workspaceId, terminal, json }) => {
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
        if (realmGuessed) terminal.say("A live token; a service in --dev takes only those of --realm test.");
      }),
    );
  return new Command("token").description("Issue tokens.").addCommand(issue);
}
