import { expect, test } from "vitest";
import { ROUTES } from "../../packages/contract/index.ts";
import { OpenApi, operationsOf, resolved, Shape, validators } from "./document.ts";
import { send, fresh, section, target } from "./target.ts";

section("§9 versioning", () => {
  const document = async () => OpenApi.parse(await (await target.fetch("/openapi.json")).json());

  test("paths have no version, and unknown fields are ignored", async () => {
    expect(operationsOf(await document()).some(({ path }) => /\/v\d/.test(path))).toBe(false);
    const slug = fresh("later");
    const body = { projectId: target.projectId, name: slug, slug, inventedLater: { deep: [1] } };
    expect((await send("/sites", { body, headers: { "Api-Version": "99" } })).status).toBe(201);
  });

  test("/openapi.json has every operation with its parameters, errors, and schemas that compile", async () => {
    const api = await document();
    const described = operationsOf(api);
    const keys = described.map(({ method, path }) => `${method} ${path}`);
    expect(keys.toSorted()).toEqual(
      Object.values(ROUTES)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    );
    expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(described.length);
    // Generators make a client of each schema and operation: a shared one that can be null breaks every answer with it.
    const shared = Object.entries(api.components.schemas).map(
      ([name, schema]) => [name, Shape.parse(schema).type] as const,
    );
    expect(shared.filter(([, type]) => Array.isArray(type))).toEqual([]);
    expect(described.filter(({ operation }) => operation.description === operation.summary)).toEqual([]);
    const compile = validators(api);
    for (const { path, operation } of described) {
      const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(inPath.map(({ name, required }) => [name, required])).toEqual(names.map((name) => [name, true]));
      for (const scheme of operation.security.flatMap((each) => Object.keys(each))) {
        expect(api.components.securitySchemes).toHaveProperty(scheme);
      }
      expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(["429", "500"]));
      for (const { content } of Object.values(operation.responses)) {
        for (const { schema } of Object.values(content ?? {})) compile(schema);
      }
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) resolved(api, schema);
    }
  });
});
