import { randomUUID } from "node:crypto";
import type { RunnerStdout } from "./runner.ts";
import { logLines, type LogText } from "./text.ts";

/** What foreign lines are written through. */
export interface UntrustedParts {
  readonly stdout: RunnerStdout;
  /** Whether nobody reads the log any more. */
  readonly closed: () => boolean;
  readonly redact: (text: string) => string;
}

/** Writes foreign lines so that none of them commands the runner. */
export interface UntrustedWriter {
  /** Settles when the reader has kept up, at once when `signal` is aborted. */
  write(lines: readonly string[], signal: AbortSignal | undefined): Promise<void>;
}

/** Most of a run's foreign lines, characters. */
const MAX_UNTRUSTED_CHARS = 64 * 1024 * 1024;
const BATCH_CHARS = 64 * 1024;

/**
 * Makes the writer of a run's foreign lines.
 * @see GitHub Docs: Workflow commands, "Stopping and starting workflow commands"
 */
export function createUntrustedWriter(parts: UntrustedParts): UntrustedWriter {
  let chars = 0;
  async function write(lines: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    // Fresh for every block: a build that has seen one cannot end the next.
    const token = randomUUID();
    let next = 0;
    while (next < lines.length && chars <= MAX_UNTRUSTED_CHARS) {
      if (parts.closed() || signal?.aborted === true) return;
      const batch: LogText[] = [];
      for (const end = chars + BATCH_CHARS; next < lines.length && chars < end; next += 1) {
        const line = lines[next] ?? "";
        chars += line.length + 1;
        for (const text of logLines(line)) batch.push(text);
        if (chars <= MAX_UNTRUSTED_CHARS) continue;
        batch.push(...logLines("The rest of the log is left out here: it is over 64 MiB."));
        break;
      }
      // Opened and closed in one write, so that a command of ours never falls into a block.
      parts.stdout.write([`::stop-commands::${token}`, parts.redact(batch.join("\n")), `::${token}::`, ""].join("\n"));
      await drained(parts.stdout, signal);
    }
  }
  return { write };
}

async function drained(stdout: RunnerStdout, signal: AbortSignal | undefined): Promise<void> {
  if (!stdout.writableNeedDrain || signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const events = ["drain", "close", "error"] as const;
    const done = (): void => {
      for (const event of events) stdout.off(event, done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    for (const event of events) stdout.once(event, done);
    signal?.addEventListener("abort", done, { once: true });
  });
}
