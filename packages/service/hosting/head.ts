import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { PREVIEW_TOKEN_HEADER } from "@greenroom/contract/access";
import { isForPublicHosts } from "../domain/serving-files.ts";

/** Writes the head of a response of a host. @returns What the body is written to. */
export type WriteHead = (status: number, headers: OutgoingHttpHeaders) => ServerResponse;

export function publicHead(response: ServerResponse): WriteHead {
  return (status, headers) => response.writeHead(status, headers);
}

/** For one visitor alone, whatever the files and rules of the site say. */
export function privateHead(response: ServerResponse): WriteHead {
  return (status, given) => {
    const headers = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
    for (const name of headers.keys()) if (isForPublicHosts(name) && name !== "cache-control") headers.delete(name);
    return response.writeHead(status, {
      ...Object.fromEntries(headers),
      "cache-control": headers.get("cache-control") === "no-store" ? "no-store" : "private, no-cache",
      vary: [headers.get("vary"), "cookie", PREVIEW_TOKEN_HEADER.toLowerCase()].filter(Boolean).join(", "),
      "cross-origin-resource-policy": "same-origin",
      "x-robots-tag": "noindex",
    });
  };
}
