import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { createApp } from "../../../packages/service/http/app.ts";
import { openTestContext, type SeededWorkspace, seedWorkspace, type TestContext } from "../fixtures.ts";
import { type ApiResponse, type RequestOptions, send } from "./api.ts";

export type App = ReturnType<typeof createApp>;

// The service of the test that runs, with two workspaces in it: openApp() makes it before each test.
export let context: TestContext;
export let first: SeededWorkspace;
export let other: SeededWorkspace;
export let app: App;

type Settings = Parameters<typeof openTestContext>[0];
type Options = Parameters<typeof createApp>[1];

/** Opens a service in process for each test of a file. */
export function openApp(settings: Settings = {}, optionsOf: (context: TestContext) => Options = () => ({})): void {
  beforeEach(() => open(settings, optionsOf));
  afterEach(() => context.db.destroy());
}

/** Opens one for all tests of a file, which leave nothing behind that another one sees. */
export function openSharedApp(settings: Settings = {}): void {
  beforeAll(() => open(settings, () => ({})));
  afterAll(() => context.db.destroy());
}

async function open(settings: Settings, optionsOf: (context: TestContext) => Options): Promise<void> {
  context = openTestContext(settings);
  ({ first, other } = await seedWorkspace(context));
  app = createApp(context, optionsOf(context));
}

/** Sends a request with the personal token of the first workspace, unless another one is given. */
export async function request(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
  return send(app, path, { token: first.tokens.pat, ...options });
}
