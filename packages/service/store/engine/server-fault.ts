import { errorCode } from "@greenroom/contract/coded-error";
import type { LoggerOptions } from "pino";
import { OperatorFault, type OperatorFaultCode } from "../../domain/operator-fault.ts";

/** What is wrong with a database server, by SQLSTATE or its class; the first that fits. */
const FAULTS: readonly {
  readonly codes: RegExp;
  readonly fault: OperatorFaultCode;
  readonly what: string;
  /** Whether the same request can succeed later, without an operator. */
  readonly passes: boolean;
}[] = [
  {
    codes: /^(?:08...|57P0[1-5]|25P03)$/,
    fault: "server_unusable",
    what: "The connection to the database was lost, or the server is starting or stopping. Check that it runs, then start again.",
    passes: true,
  },
  {
    codes: /^25006$/,
    fault: "server_unusable",
    what: "The database takes no changes: it is a standby, or read-only. Name the primary with --database.",
    passes: true,
  },
  {
    codes: /^53100$/,
    fault: "disk_full",
    what: "The disk of the database server is full. Free some space there, then start again.",
    passes: true,
  },
  {
    codes: /^53...$/,
    fault: "server_unusable",
    what: "The database server has no connection or memory left. See who uses them: SELECT * FROM pg_stat_activity. Then start again.",
    passes: true,
  },
  {
    codes: /^(?:40001|40P01|55P03|57014)$/,
    fault: "in_use",
    what: "Another session of the database holds what is needed for longer than is waited for. See which: SELECT pid, state, query FROM pg_stat_activity. End it, then start again.",
    passes: true,
  },
  {
    codes: /^(?:28...|3D000|3F000|42501)$/,
    fault: "server_unusable",
    what: "The database server rejects the user, or the user may not do what is needed. Check user, password and name of --database, and its rights.",
    passes: false,
  },
];

function findFault(error: unknown) {
  const code = errorCode(error) ?? "";
  return FAULTS.find(({ codes }) => codes.test(code));
}

/** Whether the server could not answer now: it is busy, restarting or gone, or a transaction met another. */
export function isServerBusy(error: unknown): boolean {
  return findFault(error)?.passes === true;
}

/** Whether the server is away, takes no changes or is full: every process meets it until that is over. */
export function isOutage(error: unknown): boolean {
  const found = findFault(error);
  return found?.passes === true && found.fault !== "in_use";
}

export function serverFault(error: unknown): OperatorFault | undefined {
  const found = findFault(error);
  if (!found || !(error instanceof Error)) return undefined;
  return new OperatorFault(found.fault, `${found.what} It said: ${error.message}`, { cause: error });
}

/** An outage has ended when nothing met it for so long: the queue alone reads the database every two seconds. */
const QUIET_MS = 60_000;

/** Writes one line for an outage of the database, however many meet it. @param nowMs A monotonic clock. */
export function oncePerOutage(nowMs: () => number): NonNullable<LoggerOptions["hooks"]> {
  let metAtMs = -Infinity;
  return {
    logMethod(given, write) {
      const [fields] = given as readonly unknown[];
      const error = typeof fields === "object" && fields !== null && "err" in fields ? fields.err : undefined;
      if (isOutage(error)) {
        const isKnown = nowMs() - metAtMs < QUIET_MS;
        metAtMs = nowMs();
        if (isKnown) return;
      }
      write.apply(this, given);
    },
  };
}
