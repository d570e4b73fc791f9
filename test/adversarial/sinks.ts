import { ACTION_ENTRIES, type ActionEntry, type ActionExits, type ActionHarness, OUTPUTS } from "./action-harness.ts";
import { validateMarkdown } from "./markdown-validator.ts";
import { validateFile, validateLog } from "./runner-validator.ts";
import { findSecrets } from "./secrets.ts";
import { GITHUB_TOKEN, TOKEN } from "./strings.ts";

/** What a killed step leaves to its post step. */
const STATES = ["unfinished"];

const OWN_HOSTS = ["github.com", "service.example", "dep.preview.example", "docs.preview.example", "docs.example"];

/** Addresses of these may lead to any host, as long as they are https: a preview lies where its service puts it. */
const LEAD_ANYWHERE: readonly ActionEntry[] = [
  "preview address",
  "production address",
  "addresses of another job's row",
  "run address of another job's row",
  "GitHub's address of the comment",
];

const OUR_COMMENTS = [/^<!-- greenroom:comment previews -->$/, /^<!-- greenroom:data \{"schemaVersion":1,.*\} -->$/];

/** Every exit, with its validator. A new exit is one line. */
const EXITS: Readonly<Record<string, (exits: ActionExits, hosts: readonly string[] | "any") => string[]>> = {
  "the log": ({ log }) => validateLog(log, [TOKEN, GITHUB_TOKEN]),
  GITHUB_OUTPUT: ({ outputs }) => validateFile(outputs, OUTPUTS),
  GITHUB_STATE: ({ state }) => validateFile(state, STATES),
  GITHUB_ENV: ({ env }) => (env === "" ? [] : ["something was written"]),
  "the summary": ({ summary }, hosts) => validateMarkdown(summary, { hosts, comments: [] }),
  "the comment": ({ comments }, hosts) => [...new Set(comments)].flatMap((body) => validateComment(body, hosts)),
  "GitHub's deployments": ({ sent }) => sent.flatMap(validateDescription),
  "addresses given to GitHub": ({ addresses }) => addresses.filter((address) => !isWeb(address)),
  "any of them": ({ log, ...rest }) => findSecrets(`${withoutMasks(log)}\n${textOf(rest)}`),
};

/**
 * Everything that is wrong with what leaves when a text enters somewhere.
 * @returns Sentences, each with its exit; none when all is harmless.
 */
export async function complaints(service: ActionHarness, entry: ActionEntry, text: string): Promise<string[]> {
  const exits = await service.run({ ...ACTION_ENTRIES, [entry]: text });
  return validateAll(exits, LEAD_ANYWHERE.includes(entry) ? "any" : OWN_HOSTS);
}

/** Every validator on what left one run. */
export function validateAll(exits: ActionExits, hosts: readonly string[] | "any"): string[] {
  return Object.entries(EXITS).flatMap(([exit, validate]) =>
    validate(exits, hosts).map((wrong) => `${exit}: ${wrong}`),
  );
}

/** Checks a comment of ours: its marker first, nothing else that reads like one, and short enough for GitHub. */
export function validateComment(body: string, hosts: readonly string[] | "any"): string[] {
  const first =
    body.split("\n", 1)[0] === "<!-- greenroom:comment previews -->" ? [] : ["the marker is not its first line"];
  const long = body.length > 65_536 ? ["it is too long"] : [];
  return [...first, ...long, ...validateMarkdown(body, { hosts, comments: OUR_COMMENTS })];
}

function validateDescription(body: Readonly<Record<string, unknown>>): string[] {
  const description = body["description"] ?? "";
  if (typeof description !== "string" || description.length > 140) return ["a description of more than 140 characters"];
  return /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u202a-\u202e]/.test(description)
    ? ["a description with controls"]
    : [];
}

function isWeb(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

/** The action hides its own tokens from the runner by naming them, once each. */
function withoutMasks(log: string): string {
  return log.replace(`::add-mask::${TOKEN}\n`, "").replace(`::add-mask::${GITHUB_TOKEN}\n`, "");
}

function textOf({ comments, sent, addresses, ...files }: Omit<ActionExits, "log">): string {
  return [...Object.values(files), ...comments, ...addresses, JSON.stringify(sent)].join("\n");
}
