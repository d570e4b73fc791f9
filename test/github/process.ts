/** Environment and log of this process while a test runs. */
interface Replacement {
  readonly env: Readonly<Record<string, string>>;
  /** With what is used of a stream. */
  readonly stdout: object;
}

/**
 * Gives this process another environment and another log until it is disposed: `@actions/core` reads and writes those
 * of the process. The exit code is set back too.
 */
export function replaceProcess({ env, stdout }: Replacement): Disposable {
  const before = { env: process.env, stdout: process.stdout, exitCode: process.exitCode };
  process.env = { ...env };
  Object.defineProperty(process, "stdout", { value: stdout, configurable: true });
  return {
    [Symbol.dispose]: () => {
      process.env = before.env;
      Object.defineProperty(process, "stdout", { value: before.stdout, configurable: true });
      process.exitCode = before.exitCode;
    },
  };
}
