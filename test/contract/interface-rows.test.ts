import { describe, expect, it } from "vitest";
import {
  CreateDeployment,
  CreateSite,
  DecideApproval,
  Deployment,
  DEPLOYMENT_STATUSES,
  Entitlements,
  ERRORS,
  EVENT_NAMES,
  ListDeployments,
  LogEvent,
  MCP_REQUESTS_PER_MINUTE,
  ROUTES,
  Site,
  SLUG_PATTERN,
  StatusEvent,
  TERMINAL_STATUSES,
  tokenPrefix,
  TRANSITIONS,
} from "../../packages/contract/index.ts";
import * as rows from "./interface-rows.ts";

const site = {
  id: "0192f0c1-7d3e-7000-8000-000000000001",
  projectId: "0192f0c1-7d3e-7000-8000-000000000002",
  slug: "docs",
  name: "Docs",
  framework: null,
  status: "active",
  repositoryUrl: null,
  productionUrl: "https://docs.example.com/",
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
};
const deployment = {
  id: "dep_1",
  siteId: site.id,
  environment: "preview",
  status: "queued",
  createdAt: "2026-11-20T10:00:00.000Z",
};

describe("resources", () => {
  it("a site has every field of the interface, and none is dropped or added by reading it", () => {
    expect(Object.keys(Site.shape)).toEqual(expect.arrayContaining(rows.SITE_FIELDS));
    expect(Site.parse({ ...site, later: 1 })).toEqual({ ...site, later: 1 });
  });

  it("entitlements are a number or the word unlimited", () => {
    expect(Object.keys(Entitlements.shape)).toEqual(rows.ENTITLEMENT_FIELDS);
    const used = { currentSites: 1, currentLiveSites: 0 };
    expect(Entitlements.safeParse({ maxSites: "unlimited", maxLiveSites: 3, ...used }).success).toBe(true);
    expect(Entitlements.safeParse({ maxSites: "many", maxLiveSites: 3, ...used }).success).toBe(false);
  });

  it("a deployment has every field of the interface and needs no more than an accept gives", () => {
    expect(Object.keys(Deployment.shape)).toEqual(expect.arrayContaining(rows.DEPLOYMENT_FIELDS));
    expect(Object.keys(deployment)).toEqual(rows.ACCEPTED_FIELDS);
    expect(Deployment.parse({ ...deployment, later: {} })).toEqual({ ...deployment, later: {} });
    for (const field of rows.ACCEPTED_FIELDS) {
      expect(Deployment.safeParse({ ...deployment, [field]: undefined }).success, field).toBe(false);
    }
  });
});

describe("states", () => {
  it("there are five statuses, three of them final", () => {
    expect(DEPLOYMENT_STATUSES).toEqual(rows.STATUSES);
    expect(TERMINAL_STATUSES).toEqual(rows.ENDS);
  });

  it("every transition of the interface is an edge", () => {
    const edges = Object.entries(TRANSITIONS).flatMap(([from, to]) => to.map((next) => [from, next]));
    for (const row of rows.TRANSITION_ROWS) expect(edges).toContainEqual(row);
  });

  it("a final status is never left", () => {
    for (const status of TERMINAL_STATUSES) expect(TRANSITIONS[status]).toEqual([]);
  });
});

describe("routes", () => {
  it("every endpoint of the interface is a route, with its success status", () => {
    const routes = Object.values(ROUTES);
    for (const [method, path, status] of rows.ENDPOINTS) {
      const route = routes.find((candidate) => candidate.method === method && candidate.path === path);
      expect(route, `${method} ${path}`).toBeDefined();
      if (status !== undefined) expect(route?.status, `${method} ${path}`).toBe(status);
    }
  });

  it("every route the interface does not name says so", () => {
    const named = rows.ENDPOINTS.map(([method, path]) => `${method} ${path}`);
    const additional = Object.values(ROUTES).filter((route) => !named.includes(`${route.method} ${route.path}`));
    for (const route of additional) expect(route.section, route.path).toMatch(/additive|not shown/);
  });

  /** Optional, and not of the interface. */
  const ADDITIVE_FIELDS = ["comparison", "override", "prebuilt", "pullRequest", "rootDirectory", "skipRepositoryCheck"];

  it("bodies have the fields of the interface, and only the required ones are required", () => {
    const schemas = { createDeployment: CreateDeployment, createSite: CreateSite, decideApproval: DecideApproval };
    const samples = {
      createDeployment: { environment: "preview", commitSha: "abcdef0", branch: "main", sourceDeploymentId: "dep_1" },
      createSite: { ...site, repositoryUrl: "https://git.example.com/a.git", framework: "astro" },
      decideApproval: { decision: "approve", notes: "fine" },
    };
    for (const name of ["createDeployment", "createSite", "decideApproval"] as const) {
      const { required, optional } = rows.BODIES[name];
      const sample: Record<string, unknown> = samples[name];
      const without = (field: string) => schemas[name].safeParse({ ...sample, [field]: undefined }).success;
      const fields = Object.keys(schemas[name].shape).filter((field) => !ADDITIVE_FIELDS.includes(field));
      expect(fields.toSorted(), name).toEqual([...required, ...optional].toSorted());
      for (const field of required) expect(without(field), `${name} without ${field}`).toBe(false);
      for (const field of optional) expect(without(field), `${name} without ${field}`).toBe(true);
    }
  });

  it("the deployment list takes every parameter of the interface", () => {
    expect(Object.keys(ListDeployments.shape)).toEqual(rows.LIST_PARAMETERS);
  });
});

describe("credentials", () => {
  it("each prefix of the interface names its kind", () => {
    for (const [prefix, kind] of rows.CREDENTIAL_PREFIXES) expect(tokenPrefix(`${prefix}x`)?.kind).toBe(kind);
    expect(tokenPrefix("ghp_x")).toBeUndefined();
  });
});

describe("events", () => {
  it("each event of the interface has its fields", () => {
    const schemas = { status: StatusEvent, log: LogEvent };
    expect(EVENT_NAMES).toEqual(rows.EVENTS.map(([name]) => name));
    for (const name of EVENT_NAMES) {
      const fields = rows.EVENTS.find(([row]) => row === name)?.[1];
      expect(Object.keys(schemas[name].shape)).toEqual(expect.arrayContaining([...(fields ?? [])]));
    }
  });
});

describe("errors", () => {
  it("each code of the interface has its status", () => {
    for (const [code, status] of rows.ERROR_ROWS) {
      expect(new Map(Object.entries(ERRORS)).get(code)?.status, code).toBe(status);
    }
  });

  it("every hint is one sentence that says what to do", () => {
    for (const [code, { hint }] of Object.entries(ERRORS)) expect(hint, code).toMatch(/^[A-Z'].{10,160}\.$/);
  });

  it("a quota does not clear on a timer and a rate limit does", () => {
    expect(ERRORS.build_quota_exceeded.retry).toBe("on_capacity");
    expect(ERRORS.rate_limited.retry).toBe("after_header");
  });
});

describe("limits", () => {
  it("an MCP token has 60 requests a minute and a slug is lower case", () => {
    expect(MCP_REQUESTS_PER_MINUTE).toBe(60);
    expect(SLUG_PATTERN.source).toBe("^[a-z0-9-]+$");
  });
});
