import { expect, test } from "vitest";
import { RunIdentity, type TrustConditions, trusts } from "../../../packages/service/domain/trust.ts";

const RUN = {
  iss: "i",
  jti: "j",
  exp: 1,
  repository: "acme/shop",
  repository_id: "4711",
  ref: "refs/pull/7/merge",
  event_name: "pull_request",
  environment: "preview",
  job_workflow_ref: "acme/shop/.github/workflows/preview.yml@refs/pull/7/merge",
  actor: "Ada-N",
  actor_id: "73",
  run_id: "99",
  run_attempt: "1",
};

const run = (changes: Partial<RunIdentity> = {}): RunIdentity => RunIdentity.parse({ ...RUN, ...changes });
const any: TrustConditions = {
  issuer: "i",
  repository_id: "4711",
  ref: null,
  environment: null,
  event: null,
  workflow: null,
};
test.each<[Partial<TrustConditions>, Partial<RunIdentity>, boolean]>([
  [{}, {}, true],
  [{ issuer: "I" }, {}, false],
  [{ repository_id: "47110" }, {}, false],
  [{ ref: "refs/pull/*/merge" }, {}, true],
  [{ ref: "refs/pull/*" }, {}, false],
  [{ ref: "refs/pull/**" }, {}, true],
  [{ ref: "refs/heads/main" }, { ref: "refs/heads/main" }, true],
  [{ ref: "refs/heads/main" }, { ref: "refs/heads/main2" }, false],
  [{ ref: "refs/heads/main" }, { ref: "refs/heads/Main" }, false],
  [{ ref: "refs/heads/v1.0" }, { ref: "refs/heads/v1x0" }, false],
  [{ ref: "refs/heads/release/*" }, { ref: "refs/heads/release/1" }, true],
  [{ ref: "refs/heads/release/*" }, { ref: "refs/heads/release/1/evil" }, false],
  [{ ref: "refs/heads/[main]" }, { ref: "refs/heads/m" }, false],
  [{ environment: "preview" }, {}, true],
  [{ environment: "production" }, {}, false],
  [{ environment: "production" }, { environment: undefined }, false],
  [{ event: "push" }, {}, false],
  [{ event: "push" }, { event_name: "push" }, true],
  ...["push", "pull_request", "workflow_dispatch", "merge_group", "release", "schedule"].map(
    (event_name) => [{}, { event_name }, true] as [object, object, boolean],
  ),
  ...["pull_request_target", "issues", "workflow_run", "issue_comment", "watch", "fork", "gollum", "Push", "x"].map(
    (event_name) => [{}, { event_name }, false] as [object, object, boolean],
  ),
  [{ event: "issues" }, { event_name: "issues" }, true],
  [{ event: "pull_request_target" }, { event_name: "pull_request_target" }, true],
  [{ workflow: "acme/shop/.github/workflows/preview.yml@**" }, {}, true],
  [{ workflow: "acme/shop/.github/workflows/other.yml@**" }, {}, false],
  [{ workflow: "acme/shop/.github/workflows/preview.yml@*" }, {}, false],
])("a trust rule with %j for a run with %j: %s", (rule, changes, expected) => {
  expect(trusts({ ...any, ...rule }, run(changes))).toBe(expected);
});
