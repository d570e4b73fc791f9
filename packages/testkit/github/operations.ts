import { refusal } from "./call.ts";
import type { Answer, Call, Handler } from "./call.ts";
import { CHECK_HANDLERS } from "./checks.ts";
import { COMMENT_HANDLERS } from "./comments.ts";
import { DEPLOYMENT_HANDLERS } from "./deployments.ts";
import { PULL_HANDLERS } from "./pulls.ts";
import { RUN_HANDLERS } from "./runs.ts";

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  [PULL_HANDLERS, COMMENT_HANDLERS, DEPLOYMENT_HANDLERS, CHECK_HANDLERS, RUN_HANDLERS].flatMap((one) =>
    Object.entries(one),
  ),
);

/** Operations the stand-in answers, as the description names them. */
export const OPERATION_IDS: readonly string[] = [...HANDLERS.keys()];

/**
 * Answers one operation.
 * @param id `operationId` of the description.
 * @param call Checked request.
 */
export function answerOperation(id: string, call: Call): Answer {
  const handler = HANDLERS.get(id);
  return handler === undefined ? refusal(404, "Not Found") : handler(call);
}
