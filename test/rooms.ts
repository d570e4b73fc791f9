/** What a room of `src` may import: rooms beside it, and packages by name or `node:*`. */
interface Room {
  readonly rooms: readonly string[];
  readonly packages: RegExp;
}

const NODE = String.raw`node:[\w/]+`;

/** Who may import whom; `docs/architecture.md` says the same in words and as a picture. */
export const ROOMS: Readonly<Record<string, Room>> = {
  contract: { rooms: [], packages: /^zod$/ },
  client: { rooms: ["contract"], packages: new RegExp(`^(?:${NODE}|zod|@actions/http-client)$`) },
  github: { rooms: ["contract"], packages: new RegExp(`^(?:${NODE}|@actions/(?:core|github)|@octokit/[\\w-]+)$`) },
  actions: { rooms: ["contract", "client", "github"], packages: new RegExp(`^(?:${NODE}|zod|qrcode-generator)$`) },
  service: { rooms: ["contract"], packages: /^(?!@actions\/|@octokit\/)/ },
  cli: { rooms: ["contract", "client", "service", "demo"], packages: /^(?!@actions\/|@octokit\/)/ },
  demo: { rooms: ["contract", "client", "service"], packages: /^(?!@actions\/|@octokit\/)/ },
  scripts: { rooms: ["contract", "client", "cli", "demo"], packages: /^/ },
};
