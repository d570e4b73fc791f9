import { type ReachableHosts, readListedHost, REGISTRY_HOSTS } from "../../domain/build-hosts.ts";
import { type Egress, openEgress, type Rejection } from "./egress.ts";
import type { BuildJob } from "../job.ts";

type Step = "install" | "build";

/** The network of one step while it runs. */
export interface StepNetwork extends AsyncDisposable {
  /** Socket of the step's proxy; undefined when the step has none. */
  readonly egress: string | undefined;
  /** Reads a line of the step's output. */
  read(line: string): void;
  /** What the network has to do with a failure of the step, as far as it is known. */
  explanation(): string | undefined;
}

/** Opens what a step may reach, and says in the log at once what it is refused. */
export async function openStepNetwork(job: BuildJob, step: Step, folder: string): Promise<StepNetwork> {
  const hosts = job.service.settings.unsafeNoSandbox ? undefined : reachableHosts(job, step);
  const rejections: string[] = [];
  const onRejected = (rejection: Rejection): void => {
    const sentence = explainRejection(rejection, { step, slug: job.record.order.site.slug });
    rejections.push(sentence);
    job.log.line(step, sentence, "warn");
  };
  const egress: Egress | undefined =
    hosts === undefined ? undefined : await openEgress({ folder, hosts, uplink: job.uplink, onRejected });
  let linesSince = Number.POSITIVE_INFINITY;
  return {
    egress: egress?.socket,
    read(line) {
      linesSince = NETWORK_ERROR.test(line) ? 0 : linesSince + 1;
    },
    explanation() {
      const [first, ...others] = rejections;
      if (first !== undefined) return others.length === 0 ? first : `${first} The log names ${others.length} more.`;
      if (linesSince > LAST_LINES || job.service.settings.unsafeNoSandbox) return undefined;
      return egress === undefined ? withoutNetwork(job.record.order.site.slug) : PAST_THE_PROXY;
    },
    async [Symbol.asyncDispose]() {
      await egress?.[Symbol.asyncDispose]();
    },
  };
}

/** @returns Undefined when the step has no network. */
function reachableHosts({ record, operatorHosts }: BuildJob, step: Step): ReachableHosts | undefined {
  const { site, ownHosts } = record.order;
  if (step === "build" && !site.buildStepNetwork) return undefined;
  return { listed: [...REGISTRY_HOSTS, ...site.hosts], operator: operatorHosts, own: ownHosts };
}

/** How far from the end of the output an error still counts as the one that ended the step. */
const LAST_LINES = 100;

/** How Node.js, the C library, curl, git and the frameworks name a network that is not there. */
const NETWORK_ERROR =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|getaddrinfo|fetch failed)\b|network is unreachable|could not resolve host|name resolution|name or service not known|issue establishing a connection|from Google Fonts/i;

function withoutNetwork(slug: string): string {
  return `Its last lines name a host that could not be reached: the build step of this site has no network. Fetch what it needs in the install step or commit it, or ask the operator to run 'greenroom admin site network ${slug} --build-step on --allow HOST'.`;
}

const PAST_THE_PROXY =
  "Its last lines name a host that could not be reached: in a build, hosts are reached only through the proxy that HTTPS_PROXY names. Make the program use that variable.";

function explainRejection(
  { kind, host }: Rejection,
  { step, slug }: { readonly step: Step; readonly slug: string },
): string {
  const name = host === undefined || /^[\w.:[\]-]{1,253}$/.test(host) ? host : JSON.stringify(host.slice(0, 100));
  const refused = `The ${step} step may not reach ${name}`;
  switch (kind) {
    case "own":
      return `${refused}: builds never reach the service itself. Take the request out of the command.`;
    case "unlisted":
      return readListedHost(host ?? "") === undefined
        ? `${refused}: builds reach listed names, not addresses. The operator can let every build reach it with 'greenroom serve --build-host'.`
        : `${refused}, which is not on the list of this site. Ask the operator to run 'greenroom admin site network ${slug} --allow ${name}'.`;
    case "port":
      return `${refused}: builds reach https on port 443 only. Use that port.`;
    case "plain":
      return `${refused} by http. Use https:// instead.`;
    case "private":
      return `${refused}: its address is not on the public network. The operator can let every build reach it with 'greenroom serve --build-host ${name}'.`;
    case "unknown":
      return `The ${step} step asked for ${name}, a name that is not known. Check how it is spelled.`;
    case "unreachable":
      return `The ${step} step asked for ${name}, which could not be reached. Try again later.`;
    case "misused":
      return `The ${step} step asked for ${name} and then spoke to another host there, or not https. Use https://${name} as it is.`;
    case "connections":
      return `The ${step} step opened more connections than a build may, and some were refused. Let it fetch less at a time.`;
    case "bytes":
      return `The ${step} step moved more over the network than a build may, and was cut off. Let it fetch less.`;
  }
}
