import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { makeRepository } from "../../packages/testkit/repository.ts";
import { type RunningService, startService } from "../../packages/testkit/service.ts";
import { temporaryFolder } from "../folders.ts";

// What others make of /openapi.json: schemathesis looks for answers that it does not allow, and clients that are generated
// from it deploy. A tool that this machine lacks is skipped.

const run = promisify(execFile);
const LIMIT_MS = 900_000;
const LIMITS = ["pat-per-minute", "anonymous-per-minute", "deploy-per-minute", "builds-queued"];

const folder = temporaryFolder("openapi");
let service: RunningService;
let siteId: string;

beforeAll(async () => {
  const { path, url } = await makeRepository({ example: "examples/static-html", path: join(folder, "git/docs") });
  service = await startService({
    command: ["bin/greenroom"],
    data: join(folder, "data"),
    repositoryRoot: dirname(path),
    port: 0,
    environment: { GREENROOM_LIMIT: LIMITS.map((name) => `${name}=100000`).join(" ") },
    signal: new AbortController().signal,
  });
  const { baseUrl, projectId, tokens } = service.ready;
  const made = await fetch(new URL("/sites", baseUrl), {
    method: "POST",
    headers: { Authorization: `Bearer ${tokens.pat}`, "Content-Type": "application/json" },
    body: JSON.stringify({ projectId, name: "Generated", slug: "generated", repositoryUrl: url }),
  });
  siteId = z.object({ data: z.object({ id: z.string() }) }).parse(await made.json()).data.id;
  const document = await fetch(new URL("/openapi.json", baseUrl));
  writeFileSync(join(folder, "openapi.json"), await document.text());
}, LIMIT_MS);
afterAll(async () => {
  await service.stop();
});

const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  BASE_URL: service.ready.baseUrl,
  TOKEN: service.ready.tokens.pat,
  SITE: siteId,
});

const PYTHON = `
import os, sys, time
sys.path.insert(0, os.getcwd())
from generated import AuthenticatedClient
from generated.api.deployments import create_deployment, get_deployment
from generated.models import CreateDeployment, CreateDeploymentEnvironment
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
body = CreateDeployment(environment=CreateDeploymentEnvironment.PREVIEW)
made = create_deployment.sync(os.environ["SITE"], client=client, body=body, idempotency_key="python").data
while made.status.value in ("queued", "building"):
    time.sleep(0.2)
    made = get_deployment.sync(made.id, client=client).data
print(made.status.value, made.preview_url)
`;

const GO = `package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	ctx := context.Background()
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"), WithRequestEditorFn(bearer))
	if err != nil {
		panic(err)
	}
	params := &CreateDeploymentParams{IdempotencyKey: "go"}
	made, err := client.CreateDeploymentWithResponse(ctx, os.Getenv("SITE"), params, CreateDeployment{Environment: "preview"})
	if err != nil || made.JSON202 == nil {
		panic(fmt.Sprint(err, string(made.Body)))
	}
	deployment := made.JSON202.Data
	for deployment.Status == "queued" || deployment.Status == "building" {
		time.Sleep(200 * time.Millisecond)
		record, err := client.GetDeploymentWithResponse(ctx, deployment.Id)
		if err != nil || record.JSON200 == nil {
			panic(err)
		}
		deployment = record.JSON200.Data
	}
	fmt.Println(deployment.Status, *deployment.PreviewUrl)
}
`;

/** A missing key has a code of its own, and so have a body that is too long and a release. No client sends a NUL. */
const SCHEMATHESIS = `
[generation]
allow-x00 = false
[checks]
negative_data_rejection.expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
positive_data_acceptance.expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 428, 429, "5xx"]
missing_required_header.expected-statuses = [400, 401, 403, 406, 415, 422, 428]
`;

/** Why a request is rejected whose schema is met: what the service knows, and no schema. */
const BY_STATE = [
  '"invalid_cursor"',
  // The limits of builds that the operator sets.
  "'prebuilt.",
  // The format of a text that may be null, which the generator does not heed.
  "Invalid ISO datetime",
  '"deployment_target_not_implemented"',
  '"invalid_target"',
  // Files whose digests their deployment names.
  '"upload_rejected"',
  "The repository host ",
  "the previews of the site are open to everyone",
];

/** The failures of a report, one text each, without those that the state of the service explains. */
function failuresOf(report: string): readonly string[] {
  const [, failures = ""] = /= FAILURES =+\n([^]*?)\n=+ (?:ERRORS|WARNINGS|SUMMARY) =/.exec(report) ?? [];
  const each = failures.split(/^(?=- [A-Z]+\d+ )/m).slice(1);
  return each.filter(
    (one) => !(one.includes("Schema-valid request rejected") && BY_STATE.some((why) => one.includes(why))),
  );
}

const READY = /^ready https?:\S+\n$/;

/** The interpreter that has what a generated client imports: that of its generator, or, behind a wrapper, the one on the path. */
async function pythonOf(generator: string): Promise<string> {
  const { stdout: firstLine } = await run("sh", ["-c", `sed -n '1s/^#!//p' "$(command -v ${generator})"`]);
  const interpreter = firstLine.trim();
  const isPython = /^\S*python[\d.]*$/.test(interpreter);
  return isPython ? interpreter : "python3";
}

const CHECKS: readonly { readonly tool: string; readonly rule: string; readonly check: () => Promise<void> }[] = [
  {
    tool: "openapi-python-client",
    rule: "makes a client that deploys",
    async check() {
      const options = ["--path", "openapi.json", "--meta", "none", "--output-path", "generated"];
      await run("openapi-python-client", ["generate", ...options], { cwd: folder });
      writeFileSync(join(folder, "deploy.py"), PYTHON);
      const python = await pythonOf("openapi-python-client");
      expect((await run(python, ["deploy.py"], { cwd: folder, env: environment() })).stdout).toMatch(READY);
    },
  },
  {
    tool: "oapi-codegen",
    rule: "makes a client that deploys",
    async check() {
      const cwd = join(folder, "go");
      mkdirSync(cwd);
      const options = ["-generate", "types,client", "-package", "main", "-o", "client.go", "../openapi.json"];
      await run("oapi-codegen", options, { cwd });
      writeFileSync(join(cwd, "main.go"), GO);
      writeFileSync(join(cwd, "go.mod"), "module deploys\n\ngo 1.22\n");
      await run("go", ["mod", "tidy"], { cwd });
      expect((await run("go", ["run", "."], { cwd, env: environment() })).stdout).toMatch(READY);
    },
  },
  // The last: it archives what it finds.
  {
    tool: "schemathesis",
    rule: "finds no answer that the document does not allow",
    async check() {
      writeFileSync(join(folder, "schemathesis.toml"), SCHEMATHESIS);
      const { BASE_URL = "", TOKEN = "" } = environment();
      const options = ["--header", `Authorization: Bearer ${TOKEN}`, "--phases", "examples,coverage,fuzzing"];
      const bounds = ["--max-examples", "10", "--request-timeout", "30", "--exclude-path-regex", "events$"];
      const { stdout } = await run("schemathesis", ["run", `${BASE_URL}/openapi.json`, ...options, ...bounds], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      }).catch((error: unknown) => error as { readonly stdout: string });
      expect(failuresOf(stdout)).toEqual([]);
      expect(stdout).not.toContain("= ERRORS =");
      expect(stdout).toContain("Test cases:");
    },
  },
];

describe("the OpenAPI document", () => {
  test.for(CHECKS)("$tool $rule", { timeout: LIMIT_MS }, async ({ tool, check }, { skip }) => {
    skip(spawnSync(tool, ["--help"]).error !== undefined, "not on this machine");
    await check();
  });
});
