import {
  BUILD_STEP_HOSTS,
  type BuildTrust,
  hostsOfStep,
  isListed,
  MAX_REFUSED_HOSTS,
  readListedHost,
  type RefusedHost,
} from "../../domain/build-hosts.ts";
import type { BuildJob } from "../job.ts";
import { type Egress, openEgress, type Rejection } from "./egress.ts";
import type { Step } from "./sandbox.ts";

export interface StepNetwork extends AsyncDisposable {
  /** Socket of the step's proxy; undefined when the step has none. */
  readonly egress: string | undefined;
  read(line: string): void;
  /** @param reason What the output says itself; undefined when that is no error that is known. */
  explanation(reason: string | undefined): string | undefined;
  /** Hosts that people of the site can be asked about. */
  refused(): readonly RefusedHost[];
}

/** Opens what a step may reach, and says in the log at once what it is refused. */
export async function openStepNetwork(
  job: BuildJob,
  step: Step,
  { folder, ...trust }: BuildTrust & { readonly folder: string },
): Promise<StepNetwork> {
  const { site, ownHosts } = job.record.order;
  const { listed, operator, because } = hostsOfStep(step, trust, site);
  const hosts = { listed, operator: operator ? job.operatorHosts : [], own: ownHosts };
  const sentences: string[] = [];
  const refused: RefusedHost[] = [];
  const onRejected = (rejection: Rejection): void => {
    const host = rejection.kind === "unlisted" ? readListedHost(rejection.host) : undefined;
    const one = host === undefined ? undefined : { host, step, because: because(host) };
    if (one && refused.length < MAX_REFUSED_HOSTS) refused.push(one);
    const sentence = one ? explainRefused(one, site) : explainRejection(rejection, step);
    sentences.push(sentence);
    job.log.line(step, sentence, "warn");
  };
  const isOpen = job.service.settings.unsafeNoSandbox;
  const egress: Egress | undefined = isOpen
    ? undefined
    : await openEgress({ folder, hosts, uplink: job.uplink, onRejected });
  let linesSince = Number.POSITIVE_INFINITY;
  return {
    egress: egress?.socket,
    read(line) {
      linesSince = NETWORK_ERROR.test(line) ? 0 : linesSince + 1;
    },
    explanation(reason) {
      if (isOpen || (reason !== undefined && !NETWORK_ERROR.test(reason))) return undefined;
      const [first, ...others] = sentences;
      if (first !== undefined) return others.length === 0 ? first : `${first} The log names ${others.length} more.`;
      return linesSince > LAST_LINES ? undefined : PAST_THE_PROXY;
    },
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      await egress?.[Symbol.asyncDispose]();
    },
  };
}

/** How far from the end of the output an error still counts as the one that ended the step. */
const LAST_LINES = 100;

/** How Node.js, the C library, curl, git, pip and the frameworks name a network, or a proxy, that does not let them through. */
export const NETWORK_ERROR =
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|getaddrinfo|fetch failed)\b|network is unreachable|could not resolve host|name resolution|name or service not known|issue establishing a connection|from Google Fonts|\btunnel(?:l?ing)? (?:connection )?(?:failed|socket)|Proxy response \(\d{3}\)|Not on the list of hosts|dial tcp: lookup/i;

const PAST_THE_PROXY =
  "Make the program use the variable HTTPS_PROXY: its last lines name a host that could not be reached, and in a build hosts are reached only through the proxy that HTTPS_PROXY names.";

function explainRefused(
  { host, step, because }: RefusedHost,
  { slug, hostsBy }: BuildJob["record"]["order"]["site"],
): string {
  const command = `'greenroom admin site network ${slug} --allow ${host}'`;
  const allow =
    hostsBy === "owners"
      ? `Allow ${host} for this site, as an owner or admin on the page of this deployment, or as the operator with ${command}`
      : `Ask the operator to run ${command}`;
  switch (because) {
    case "unlisted":
      return `${allow}: the ${step} step may not reach ${host}, which is not on the list of this site.`;
    case "values":
      return `${allow}: the ${step} step may not reach ${host}, since a build that has values reaches only what is allowed for its site.`;
    case "fork":
      return `Push the commit to a branch of the site's repository and deploy that, or commit what the build fetches: the ${step} step may not reach ${host}, since the service saw the commit on no branch there.`;
  }
}

function explainRejection({ kind, host }: Rejection, step: Step): string {
  const name = host === undefined || /^[\w.:[\]-]{1,253}$/.test(host) ? host : JSON.stringify(host.slice(0, 100));
  const refused = `the ${step} step may not reach ${name}`;
  switch (kind) {
    case "own":
      return `Take the request out of the command: ${refused}, as builds never reach the service itself.`;
    case "unlisted":
      return `Ask the operator to let every build reach it with 'greenroom serve --build-host': ${refused}, as builds reach listed names, not addresses.`;
    case "port":
      return `Use port 443: ${refused}, as builds reach https on that port only.`;
    case "plain":
      return `Use https:// instead: ${refused} by http.`;
    case "private":
      return `Ask the operator to let every build reach it with 'greenroom serve --build-host ${name}': ${refused}, whose address is not on the public network.`;
    case "unknown":
      // Such a name is spelled right.
      return isListed(host, BUILD_STEP_HOSTS)
        ? withoutAnswer(step, name)
        : `Check how ${name} is spelled: the ${step} step asked for it, a name that is not known.`;
    case "unanswered":
      return withoutAnswer(step, name);
    case "unreachable":
      return `Try again later: the ${step} step asked for ${name}, which could not be reached.`;
    case "misused":
      return `Use https://${name} as it is: the ${step} step asked for it and then spoke to another host there, hid to which, as Bun does, or spoke no https.`;
    case "connections":
      return `Let the ${step} step fetch less at a time: it opened more connections than a build may, and some were refused.`;
    case "bytes":
      return `Let the ${step} step fetch less: it moved more over the network than a build may, and was cut off.`;
  }
}

function withoutAnswer(step: Step, name: string | undefined): string {
  return `Try again, and if it stays so, ask the operator to check the network of the service's machine: its DNS did not know where ${name} is, which the ${step} step asked for.`;
}
