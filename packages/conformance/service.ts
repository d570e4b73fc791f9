import { z } from "zod";

/** A service under test, and what somebody has made in it for the suite. */
export interface Target {
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** `mcp` and `other` are null where there are none: rules about them are left out. */
  readonly tokens: { readonly pat: string; readonly mcp: string | null };
  readonly projectId: string;
  /** A workspace that the tokens must never see. */
  readonly other: { readonly siteId: string; readonly token: string } | null;
  readonly repositoryUrl: string;
  /** True when the repository can be built, so that previews become ready. */
  readonly builds: boolean;
  /** Brings a deployment to its end, or waits for it. */
  finish(deploymentId: string, status: "ready" | "failed"): Promise<void>;
  /** @returns Undefined when there is no connection at all, or the service is in development. */
  unencrypted(path: string): Promise<Response | undefined>;
}

const Item = z.looseObject({
  id: z.string().default(""),
  status: z.string().default(""),
  siteId: z.string().optional(),
  createdAt: z.string().optional(),
});

type Item = z.infer<typeof Item>;

const Envelope = z.looseObject({
  ok: z.boolean().optional(),
  data: z.unknown().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  nextCursor: z.string().nullish(),
});

export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly envelope: z.infer<typeof Envelope>;

  constructor(response: Response, text: string) {
    this.status = response.status;
    this.headers = response.headers;
    this.text = text;
    this.envelope = text.startsWith("{") ? Envelope.parse(JSON.parse(text)) : { data: undefined };
  }

  /** `200 ok`, or the status and the code of the error. */
  get result(): string {
    return `${this.status} ${this.envelope.ok === true ? "ok" : this.envelope.error?.code}`;
  }

  get item(): Item {
    return Item.parse(this.envelope.data ?? {});
  }

  get ids(): readonly string[] {
    return z
      .array(Item)
      .parse(this.envelope.data)
      .map(({ id }) => id);
  }
}

interface RequestOptions {
  readonly method?: string;
  /** That of the workspace unless it is given; empty for none. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
}

interface DeployOptions {
  readonly key?: string;
  readonly body?: unknown;
  readonly token?: string;
}

export class Service {
  readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  /** A POST when it has a body, unless a method is named. */
  async send(path: string, { method, token, headers, body }: RequestOptions = {}): Promise<Answer> {
    const credential = token ?? this.target.tokens.pat;
    const response = await this.target.fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(credential !== "" && { Authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return new Answer(response, await response.text());
  }

  async newSite(slug = fresh("site")): Promise<Item> {
    const { projectId, repositoryUrl } = this.target;
    return (await this.send("/sites", { body: { projectId, name: slug, slug, repositoryUrl } })).item;
  }

  async deploy(
    siteId: string,
    { key = crypto.randomUUID(), body = { environment: "preview" }, token }: DeployOptions = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = key === "" ? {} : { "Idempotency-Key": key };
    return await this.send(`/sites/${siteId}/deploy`, { headers, body, ...(token !== undefined && { token }) });
  }

  async cancel(deploymentId: string): Promise<Answer> {
    return await this.send(`/deployments/${deploymentId}/cancel`, { method: "POST" });
  }
}

export const fresh = (name: string): string => `${name}-${crypto.randomUUID().slice(0, 8)}`;
