/** Modules that carry promises, and the fast tests that hold them to their rules. */
export interface MutationArea {
  readonly name: string;
  /** Patterns of the sources that are broken; they also match files a module is split into later. */
  readonly sources: readonly string[];
  /** Test files that must notice: no child process, no browser. */
  readonly tests: readonly string[];
}

/** The areas of mutation testing, in the order they run. */
export const MUTATION_AREAS: readonly MutationArea[] = [
  {
    name: "key",
    sources: ["src/client/key*.ts", "src/client/attempt*.ts"],
    tests: ["test/client/key*.test.ts", "test/client/attempt*.test.ts"],
  },
  {
    name: "retry",
    sources: ["src/client/retry*.ts"],
    tests: ["test/client/retry*.test.ts"],
  },
  {
    name: "stream",
    sources: ["src/client/sse*.ts", "src/client/events*.ts"],
    tests: ["test/client/sse.test.ts", "test/client/sse-units.test.ts", "test/client/events*.test.ts"],
  },
  {
    name: "follow",
    sources: ["src/client/follow*.ts", "src/client/watch*.ts", "src/client/log-batch*.ts", "src/client/bell.ts"],
    tests: [
      "test/client/follow.test.ts",
      "test/client/follow-rules.test.ts",
      "test/client/follow-units.test.ts",
      "test/client/bell.test.ts",
    ],
  },
  {
    name: "text",
    sources: [
      "src/contract/base64.ts",
      ...["text", "escape", "secret-forms", "visible-line"].map((name) => `src/github/${name}.ts`),
    ],
    tests: ["test/github/text*.test.ts"],
  },
  {
    name: "comment-merge",
    sources: ["comment", "rows", "stored", "found", "settle"].map((name) => `src/github/${name}*.ts`),
    tests: ["comment", "rows", "stored", "found", "settle"].map((name) => `test/github/${name}*.test.ts`),
  },
  {
    name: "idempotency",
    sources: [
      "src/service/domain/idempotency*.ts",
      "src/service/store/idempotency*.ts",
      "src/service/store/accept*.ts",
    ],
    tests: [
      "test/service/http/idempotency*.test.ts",
      "test/service/http/deploy.test.ts",
      "test/service/http/deployments.test.ts",
      "test/service/accept*.test.ts",
    ],
  },
  {
    name: "approval",
    sources: [
      "src/service/domain/approval*.ts",
      "src/service/store/approval*.ts",
      "src/service/store/decisions*.ts",
      "src/service/store/self-approval.ts",
    ],
    tests: ["audit", "decide", "request", "routes", "values", "units"].map(
      (name) => `test/service/approvals/${name}.test.ts`,
    ),
  },
];
