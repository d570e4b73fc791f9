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
import { type AdminContext, runInWorkspace, type StoreFlags, workspaceCommand } from "./admin-context.ts";
import { parseServiceUrl } from "./connection.ts";
import { ROLE_CHOICES, wholeNumber } from "./options.ts";
import type { CommandProcess } from "./process.ts";

interface MemberFlags extends StoreFlags {
  readonly email: string;
  readonly publicUrl?: URL;
}

function publicUrlOption(): Option {
  return new Option("--public-url <url>", "service URL, to print complete links")
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
    .addOption(publicUrlOption())
    .action((flags: MemberFlags & { readonly name: string; readonly role: Role }) =>
      runInWorkspace(process, flags, async (context) => {
        const { addPerson } = await import("@greenroom/service/admin/people");
        const { email, name, role } = flags;
        const added = await addPerson(context.store, { workspaceId: context.workspaceId, email, name, role });
        showLink(context, added, flags.publicUrl);
      }),
    );
  const link = workspaceCommand("link", "Create a new one-time link for a member; earlier links stop working.")
    .requiredOption("--email <email>", "email they sign in with")
    .addOption(publicUrlOption())
    .action((flags: MemberFlags) =>
      runInWorkspace(process, flags, async (context) => {
        const { renewLink } = await import("@greenroom/service/admin/people");
        const made = await renewLink(context.store, { workspaceId: context.workspaceId, email: flags.email });
        showLink(context, made, flags.publicUrl);
      }),
    );
  return new Command("user").description("Add members and create setup links.").addCommand(create).addCommand(link);
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
    ["set up", setupUrl ?? "already has a password"],
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
