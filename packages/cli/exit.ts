/** Every way the command ends, with what it means; `--help` prints this table. */
export const EXITS = {
  ok: { code: 0, meaning: "done" },
  refused: { code: 1, meaning: "the service refused, or the deployment failed or was canceled" },
  usage: { code: 2, meaning: "the command was written wrong; nothing was sent" },
  unreachable: { code: 3, meaning: "the service cannot be reached, or something else answers" },
  not_signed_in: { code: 4, meaning: "no token, or one that is wrong, expired or revoked" },
  defect: { code: 70, meaning: "a defect of this program" },
  timed_out: { code: 124, meaning: "the time limit passed first" },
  hung_up: { code: 129, meaning: "the terminal went away" },
  interrupted: { code: 130, meaning: "interrupted by Ctrl-C" },
  closed_pipe: { code: 141, meaning: "whoever read the output went away" },
  terminated: { code: 143, meaning: "ended by SIGTERM" },
} as const satisfies Record<string, { readonly code: number; readonly meaning: string }>;

/** Name of a way to end. */
export type Exit = keyof typeof EXITS;

/** The table of exit codes as help shows it. */
export function exitTable(): string {
  const rows = Object.values(EXITS).map(({ code, meaning }) => `  ${String(code).padEnd(4)} ${meaning}`);
  return ["", "Exit codes:", ...rows].join("\n");
}
