import { characters, IDEMPOTENCY_KEY_PATTERN, isBranchName } from "@greenroom/contract/limits";
import { MAX_TEMPLATE_CHARS, TEMPLATE_FIELDS, unknownFields } from "../github/comment/render.ts";
import {
  type ActionInputs,
  InputReader,
  matching,
  MAX_MINUTES,
  parseMinutes,
  readActionInputs,
  type ReadInputs,
} from "../inputs.ts";

export interface Inputs extends ActionInputs {
  readonly branch: string | undefined;
  readonly prebuilt: string | undefined;
  /** The team's own text above the table of the comment; its `{field}`s exist. */
  readonly commentTemplate: string | undefined;
  /** 1 without a matrix. */
  readonly jobTotal: number;
  readonly checkRun: "off" | "on";
  readonly approval: "link" | "off";
  readonly review: "on" | "off";
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly onTimeout: "fail" | "warn";
  readonly onQuota: "fail" | "wait";
  readonly logs: "stream" | "on-failure" | "off";
  readonly forceNew: boolean;
  readonly idempotencyKey: string | undefined;
}

export const USER_AGENT = "greenroom-preview-action";

const DEFAULT_TIMEOUT_MINUTES = 30;

export function readInputs(lookup: (name: string) => string, identity = false): ReadInputs<Inputs> {
  const reader = new InputReader(lookup);
  const shared = readActionInputs(reader, identity, { commentGroup: "previews", environment: "preview" });
  const own = {
    branch: reader.optional("branch", parseBranch, "the name of a git branch, such as 'main'"),
    prebuilt: reader.text("prebuilt") || undefined,
    idempotencyKey: reader.optional(
      "idempotency-key",
      matching(IDEMPOTENCY_KEY_PATTERN),
      "1 to 255 visible ASCII characters without spaces, such as a UUID",
    ),
    forceNew: reader.flag("force-new", false),
    commentTemplate: readTemplate(reader),
    // Filled in by GitHub: anything that is not a number means no matrix.
    jobTotal: /^[1-9]\d{0,3}$/.test(reader.text("job-total")) ? Number(reader.text("job-total")) : 1,
    checkRun: reader.word("check-run", ["off", "on"]),
    approval: reader.word("approval", ["link", "off"]),
    review: reader.word("review", ["on", "off"]),
    wait: reader.flag("wait", true),
    timeoutMs:
      reader.optional(
        "timeout-minutes",
        parseTimeout,
        `a number of minutes above 0 and up to ${MAX_MINUTES}, such as '${DEFAULT_TIMEOUT_MINUTES}'`,
      ) ?? DEFAULT_TIMEOUT_MINUTES * 60_000,
    onTimeout: reader.word("on-timeout", ["fail", "warn"]),
    onQuota: reader.word("on-quota", ["fail", "wait"]),
    logs: reader.word("logs", ["stream", "on-failure", "off"]),
  };
  if (own.forceNew && own.idempotencyKey !== undefined) {
    const sentence =
      "Inputs 'force-new' and 'idempotency-key' exclude each other: your own key already decides what is new. Write a new key, or leave it out.";
    reader.problems.push(sentence);
  }
  return reader.end(shared && { ...shared, ...own });
}

function readTemplate(reader: InputReader): string | undefined {
  const text = reader.text("comment-template");
  const known = TEMPLATE_FIELDS.map((field) => `{${field}}`).join(", ");
  for (const name of unknownFields(text)) {
    reader.problems.push(`Input 'comment-template' holds '{${name}}': write one of ${known}.`);
  }
  if (characters(text) > MAX_TEMPLATE_CHARS) {
    const sentence = `Input 'comment-template' is ${characters(text)} characters long: write at most ${MAX_TEMPLATE_CHARS}.`;
    reader.problems.push(sentence);
  }
  return text === "" ? undefined : text;
}

function parseBranch(text: string): string | undefined {
  const name = text.replace(/^refs\/heads\//, "");
  return isBranchName(name) ? name : undefined;
}

function parseTimeout(text: string): number | undefined {
  const minutes = parseMinutes(text);
  return minutes === undefined || minutes === 0 ? undefined : Math.max(1, Math.round(minutes * 60_000));
}
