import { deepEqual, equal, ok } from "node:assert/strict";
import { ROUTES } from "@greenroom/contract";
import { OpenApi, operationsOf, resolved, Shape, validators } from "../document.ts";
import { rule, type Section } from "../rule.ts";
import { fresh, type Service } from "../service.ts";

const readDocument = async ({ target }: Service) => OpenApi.parse(await (await target.fetch("/openapi.json")).json());

export const VERSIONING: Section = {
  title: "9 Versioning",
  rules: [
    rule("paths have no version, and unknown fields are ignored", async (service) => {
      equal(
        operationsOf(await readDocument(service)).some(({ path }) => /\/v\d/.test(path)),
        false,
      );
      const slug = fresh("later");
      const body = { projectId: service.target.projectId, name: slug, slug, inventedLater: { deep: [1] } };
      equal((await service.send("/sites", { body, headers: { "Api-Version": "99" } })).status, 201);
    }),
    rule("/openapi.json has every operation with its parameters, errors, and schemas that compile", async (service) => {
      const api = await readDocument(service);
      const described = operationsOf(api);
      deepEqual(
        described.map(({ method, path }) => `${method} ${path}`).toSorted(),
        Object.values(ROUTES)
          .map(({ method, path }) => `${method} ${path}`)
          .toSorted(),
      );
      equal(new Set(described.map(({ operation }) => operation.operationId)).size, described.length);
      // Generators make a client of each schema and operation: a shared one that can be null breaks every answer with it.
      const nullable = Object.entries(api.components.schemas).filter(([, schema]) =>
        Array.isArray(Shape.parse(schema).type),
      );
      deepEqual(nullable, []);
      deepEqual(
        described.filter(({ operation }) => operation.description === operation.summary),
        [],
      );
      const compile = validators(api);
      for (const { path, operation } of described) {
        const inPath = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        deepEqual(
          inPath.map(({ name, required }) => [name, required]),
          names.map((name) => [name, true]),
        );
        for (const scheme of operation.security.flatMap((each) => Object.keys(each))) {
          ok(Object.hasOwn(api.components.securitySchemes, scheme), `${scheme} is not described.`);
        }
        const statuses = Object.keys(operation.responses);
        ok(statuses.some((status) => status.startsWith("2")));
        ok(statuses.includes("429") && statuses.includes("500"), `${path} names no 429 or 500.`);
        for (const { content } of Object.values(operation.responses)) {
          for (const { schema } of Object.values(content ?? {})) compile(schema);
        }
        for (const { schema } of Object.values(operation.requestBody?.content ?? {})) resolved(api, schema);
      }
    }),
  ],
};
