import { dirname } from "node:path";
import { keyOf, type Setting, variableOf } from "../packages/cli/serve/setting.ts";
import { SERVE_SETTINGS, WORKER_SETTINGS } from "../packages/cli/serve/settings.ts";
import type { Places } from "./places.ts";

const { names, addressAndProxy, data, signIn } = SERVE_SETTINGS;

export function composeFiles(places: Places): Readonly<Record<string, string>> {
  return { "compose.yaml": oneMachine(places), "compose.machines.yaml": machines(places) };
}

function oneMachine({ socket, data: folder, builds }: Places): string {
  const run = dirname(socket);
  const environment = [names.previewDomain, names.productionDomain, signIn.ownerEmail].map(
    (setting) => `      ${variableOf(setting)}: ${required(variableOf(setting), setting.doc)}\n`,
  );
  return `# One machine, behind Caddy: docs/guides/install.md
services:
  greenroom:
    build:
      context: .
      args:
        CHROMIUM: "\${CHROMIUM:-}"
    image: greenroom
    command: ${list("serve", ...option(addressAndProxy.socket, socket))}
    environment:
      ${variableOf(names.publicUrl)}: https://${required("GREENROOM_NAME", "name of the service")}
${environment.join("")}    volumes: ${list(`data:${folder}`, `builds:${builds}`, `run:${run}`)}
    restart: unless-stopped
    init: true
    stop_grace_period: 15s
    cap_drop: [ALL]
${forBuilds("    ")}
  proxy:
    image: caddy:2
    depends_on: [greenroom]
    environment:
      GREENROOM_NAME: \${GREENROOM_NAME}
    ports: ["80:80", "443:443"]
    volumes: ${list("./install/Caddyfile:/etc/caddy/Caddyfile:ro", `run:${run}`, "certificates:/data")}
    restart: unless-stopped

volumes: { data: {}, builds: {}, run: {}, certificates: {} }
`;
}

function machines({ name, data: folder }: Places): string {
  const process = (role: string, ...more: readonly string[]): string =>
    `    <<: *service
    command: ${list("serve", ...option(data.role, role), ...more)}
`;
  const front = (n: number): string =>
    `  front-${n}:
${process("front", ...option(addressAndProxy.host, "0.0.0.0"))}    volumes: ${list(`front-${n}:${folder}`)}
    networks: { default: { ipv4_address: 172.30.10.1${n} } }
`;
  const { service, token } = WORKER_SETTINGS.service;
  const worker = (n: number): string =>
    `  worker-${n}:
    <<: *worker
    command: ${list("worker", ...option(service, `https://${name}`), ...option(token, `/run/secrets/worker-${n}`))}
    secrets: [worker-${n}]
`;
  return `# Two fronts, chores and two workers: docs/guides/more-than-one-machine.md
x-greenroom: &greenroom
  build: { context: ., args: { CHROMIUM: "\${CHROMIUM:-}" } }
  image: greenroom
  restart: unless-stopped
  init: true
  stop_grace_period: 15s
  cap_drop: [ALL]
x-service: &service
  <<: *greenroom
  env_file: service.env
  secrets: [database, proxy]
  depends_on: { database: { condition: service_healthy }, files: { condition: service_started } }
x-worker: &worker
  <<: *greenroom
${forBuilds("  ")}
services:
${front(1)}${front(2)}  chores:
${process("chores")}    volumes: ${list(`chores:${folder}`)}
${worker(1)}${worker(2)}  proxy:
    image: nginx:1
    restart: unless-stopped
    depends_on: [front-1, front-2]
    ports: ["443:443"]
    volumes:
      - ./install/nginx.fronts.conf:/etc/nginx/conf.d/default.conf:ro
      - ./greenroom-proxy-secret.conf:/etc/nginx/greenroom-proxy-secret.conf:ro
      - ./tls:/etc/ssl:ro
  database:
    image: postgres:17
    restart: unless-stopped
    environment: { POSTGRES_USER: greenroom, POSTGRES_DB: greenroom, POSTGRES_PASSWORD_FILE: /run/secrets/database }
    secrets: [database]
    volumes: ["database:/var/lib/postgresql/data"]
    healthcheck: { test: ["CMD", "pg_isready", "-U", "greenroom"], interval: 2s }
  files:
    image: versity/versitygw:v1.8.0
    restart: unless-stopped
    command: ["--port", ":7070", "posix", "--sidecar", "/metadata", "/data"]
    env_file: files.env
    volumes: ["files:/data", "metadata:/metadata"]

# nginx looks the fronts up once: a front that was created again keeps its address.
networks: { default: { ipam: { config: [{ subnet: 172.30.10.0/24 }] } } }
volumes: { front-1: {}, front-2: {}, chores: {}, database: {}, files: {}, metadata: {} }
secrets:
  database: { file: ./database.password }
  proxy: { file: ./proxy.secret }
  worker-1: { file: ./worker-1.token }
  worker-2: { file: ./worker-2.token }
`;
}

/** What containers that build have beside the others. */
function forBuilds(indent: string): string {
  return [
    "# The sandbox of a build is made of namespaces, and of a /proc of its own, which containers are denied otherwise.",
    'security_opt: ["no-new-privileges:true", "seccomp:unconfined", "apparmor:unconfined", "systempaths=unconfined"]',
    "mem_limit: 12g",
    "pids_limit: 4096",
  ]
    .map((line) => `${indent}${line}\n`)
    .join("");
}

function list(...words: readonly string[]): string {
  return `[${words.map((word) => `"${word}"`).join(", ")}]`;
}

function option(setting: Setting, value: string): readonly string[] {
  return [`--${keyOf(setting)}`, value];
}

/** A variable of the shell or of `.env`, without which Compose says what it is. */
function required(variable: string, what: string): string {
  return `\${${variable}:?${what}}`;
}
