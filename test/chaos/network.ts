import { spawn } from "node:child_process";
import { requireProgram } from "../engines/program.ts";
import { freePort } from "../http.ts";
import { answering, ended } from "../processes.ts";

const TOXIPROXY = {
  name: "toxiproxy-server",
  variable: "GREENROOM_TOXIPROXY",
  module: "github.com/Shopify/toxiproxy/v2/cmd/server@v2.12.0",
  installedAs: "server",
};

/** What can be wrong with a link. */
export const DISTURBANCES = ["cut", "deaf", "mute", "late", "slow", "reset"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

/** Links between the parts, which can be disturbed one by one. */
export interface Network {
  /** Makes a link to a port of this machine. @returns The port that it is reached by. */
  link(name: string, upstreamPort: number): Promise<number>;
  disturb(name: string, how: Disturbance): Promise<void>;
  /** Makes a link whole again. */
  repair(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** What a link does to bytes; a cut one takes no connections. */
const TOXICS: Readonly<Record<Exclude<Disturbance, "cut">, object>> = {
  // Nothing arrives and nothing ends, in one direction.
  deaf: { type: "timeout", stream: "downstream", attributes: { timeout: 0 } },
  mute: { type: "timeout", stream: "upstream", attributes: { timeout: 0 } },
  late: { type: "latency", stream: "downstream", attributes: { latency: 500, jitter: 200 } },
  slow: { type: "bandwidth", stream: "downstream", attributes: { rate: 1 } },
  reset: { type: "reset_peer", stream: "downstream", attributes: { timeout: 50 } },
};

const TOXIC = "chaos";

/**
 * Starts a proxy for links, on loopback.
 * @throws {MissingError} When the machine has none and it cannot be made
 */
export async function startNetwork(): Promise<Network> {
  const program = requireProgram(TOXIPROXY);
  const port = await freePort();
  const server = spawn(program, ["-host", "127.0.0.1", "-port", String(port)], { stdio: "ignore" });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok && response.status !== 404) throw new Error(`The proxy says ${response.status}: ${text}`);
    return text;
  };
  await answering(server, () => ask("GET", "/version"));
  return {
    async link(name, upstreamPort) {
      const listening = await freePort();
      const [listen, upstream] = [listening, upstreamPort].map((each) => `127.0.0.1:${each}`);
      await ask("POST", "/proxies", { name, listen, upstream, enabled: true });
      return listening;
    },
    async disturb(name, how) {
      if (how === "cut") await ask("POST", `/proxies/${name}`, { enabled: false });
      else await ask("POST", `/proxies/${name}/toxics`, { name: TOXIC, toxicity: 1, ...TOXICS[how] });
    },
    async repair(name) {
      await ask("DELETE", `/proxies/${name}/toxics/${TOXIC}`);
      await ask("POST", `/proxies/${name}`, { enabled: true });
    },
    stop: () => ended(server, "SIGKILL"),
  };
}
