import { authenticatorCode } from "./result.ts";
import type { DemoResult } from "./result.ts";
import type { Screen } from "./screen.ts";

/** What stays while a person clicks. */
export interface StaySettings {
  readonly screen: Screen;
  readonly result: DemoResult;
  /** Ends the stay. */
  readonly signal: AbortSignal;
  readonly temporary: boolean;
}

/**
 * Keeps everything running until the signal; on a terminal, Enter shows the code an authenticator would show now.
 * @param settings What stays.
 */
export async function stay({ screen, result, signal, temporary }: StaySettings): Promise<void> {
  const enter = process.stdin.isTTY && result.approver !== null;
  screen.line(`  Everything keeps running. ${enter ? "Enter shows a new code, " : ""}Ctrl-C ends it.`, "bold");
  if (temporary) screen.line("  Its data goes away then; keep it with --data <folder>.", "dim");
  const secret = result.approver?.totpSecret ?? "";
  const showCode = (): void => {
    authenticatorCode(secret).then(
      (code) => screen.line(`  Code for ${result.approver?.email ?? ""}: ${code}`),
      () => screen.line("  The code could not be made; use the secret in an authenticator app.", "red"),
    );
  };
  if (enter) process.stdin.on("data", showCode);
  // Without a timer nothing would keep the process alive between two requests of the page.
  const alive = setInterval(() => undefined, 60_000);
  try {
    if (!signal.aborted) {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  } finally {
    clearInterval(alive);
    process.stdin.off("data", showCode);
    if (enter) process.stdin.pause();
  }
  screen.line("\n  Ending …");
}
