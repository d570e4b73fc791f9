import { z } from "zod";
import {
  BODY_ERRORS,
  type ErrorCode,
  ERRORS,
  GUARD_ERRORS,
  type Route,
  type RouteName,
  ROUTES,
} from "@greenroom/contract";
import { html, type Html } from "../screens/html.ts";
import { CHANGES } from "./changes.ts";

/** The reference of the interface for people, from the same table as the OpenAPI document. */
export function referenceBody(): Html {
  const routes = Object.entries(ROUTES) as [RouteName, Route][];
  return html`<h1>Reference</h1>
    <p>
      Every answer is JSON in an envelope: <code>{ ok, data }</code> or <code>{ ok, error: { code, message } }</code>.
      The same as a document for tools: <a href="/openapi.json">OpenAPI 3.1</a>. What changed:
      <a href="/changelog">change log</a>.
    </p>
    <nav aria-label="Operations">
      <ul>
        ${routes.map(
          ([name, { method, path }]) => html`<li><a href="#${name}"><code>${method} ${path}</code></a></li>`,
        )}
        <li><a href="#errors">Errors</a></li>
      </ul>
    </nav>
    ${routes.map(([name, route]) => operation(name, route))} ${errorTable()}`;
}

function operation(name: RouteName, route: Route): Html {
  const codes = [...GUARD_ERRORS, ...(route.body ? BODY_ERRORS : []), ...route.errors];
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}"><code>${route.method} ${route.path}</code></h2>
    <p>${route.summary} ${whoMayAsk(route)} Answers ${route.status}.</p>
    ${route.query && fields("Query", route.query)} ${route.body && fields("Body", route.body)}
    ${fields("Answer", route.data)}
    <p>Errors: ${[...new Set<ErrorCode>(codes)].map((code) => html`<a href="#${code}"><code>${code}</code></a> `)}</p>
  </section>`;
}

function whoMayAsk({ access }: Route): Html {
  if (access === "anonymous") return html`Needs no token.`;
  if (access === "web_session") return html`Needs a person signed in on the web; a token cannot.`;
  return html`Needs a token with the scope <code>${access.scope}</code>.`;
}

const Shape = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  required: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

function fields(title: string, schema: z.ZodType): Html | false {
  const whole = Shape.parse(
    z.toJSONSchema(schema, { io: title === "Answer" ? "output" : "input", unrepresentable: "any", reused: "inline" }),
  );
  const shape = whole.items === undefined ? whole : Shape.parse(whole.items);
  if (!shape.properties) return false;
  const required = new Set(shape.required);
  return html`<h3>${title}${whole.items !== undefined && " (array)"}</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Given</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(shape.properties).map(
          ([name, field]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              <td>${typeText(field)}</td>
              <td>${required.has(name) ? "always" : "optional"}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

/** A JSON schema in one line. */
function typeText(field: unknown): string {
  const { type, enum: values, const: value, format, pattern, items, anyOf } = Shape.parse(field);
  if (values) return values.map((each) => JSON.stringify(each)).join(" or ");
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map((each) => typeText(each)).join(" or ");
  if (items !== undefined) return `array of ${typeText(items)}`;
  const name = type === undefined ? "any" : [type].flat().join(" or ");
  if (format !== undefined) return `${name} (${format})`;
  return pattern === undefined ? name : `${name} matching ${pattern}`;
}

function errorTable(): Html {
  return html`<section aria-labelledby="errors">
    <h2 id="errors">Errors</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${Object.entries(ERRORS).map(
          ([code, { status, hint }]) =>
            html`<tr id="${code}">
              <th scope="row"><code>${code}</code></th>
              <td>${status}</td>
              <td>${hint}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

/**
 * The change log for people.
 * @see Interface §9
 */
export function changeLogBody(): Html {
  return html`<h1>Change log</h1>
    <p>Breaking changes of the interface. New optional fields and new operations come without notice.</p>
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Route</th>
          <th scope="col">Change</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${CHANGES.map(
          ({ date, route, change, migration }) =>
            html`<tr>
              <td><time datetime="${date}">${date}</time></td>
              <td><code>${route}</code></td>
              <td>${change}</td>
              <td>${migration}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
