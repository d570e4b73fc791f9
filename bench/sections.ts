/** What the report says about a benchmark, besides its figures. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** What was measured, beside what. */
  readonly description: string;
  /** Why a goal is not met, by the beginning of the figure's name; with the profile that shows it. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** The parts of the report, in order. */
export const SECTIONS: readonly Section[] = [
  {
    name: "first-request",
    title: "First request",
    description:
      "From the start of the process until its POST has arrived at the service. The built action runs as a runner starts it; beside a bare script that sends the same POST by `node:http`, a bundle that sends it by `@actions/core` and `@actions/http-client`, a bundle that loads `@actions/core` and `@actions/github` first, as most actions do, and the built bundles of two actions of others until their own first request has arrived, where `GREENROOM_BENCH_ACTIONS` names the folder of their checkouts. Taken in turns, median of the rounds; ratios are medians of the rounds' own ratios.",
  },
  {
    name: "sign-in",
    title: "Sign-in without a stored token",
    description:
      "What the exchange of the run's identity adds before the request for a deployment, beside the same step with a stored token, taken in turns: requests, and the time on a processor of all threads of the step until that request has arrived. Waiting is not part of it: how long GitHub and a service take is not ours to measure here.",
  },
  {
    name: "notice",
    title: "Notice",
    description:
      "From the service's terminal event until the comment on the pull request shows it, and until the process has ended, with a real service over its socket and the GitHub stand-in. In turns with a bare script that is told of the event and sends the last two requests on open connections, with code that has run before, with the same script when it first sends what the action has to know before it writes, and beside twenty waits by polling whose phases are spread evenly over the interval.",
    reasons: {
      "terminal event":
        "The bare script sends its two requests at once. The action must first ask for the record, which is the authority, for the approval link, which the comment shows, and for the comment, which other jobs write too; it asks for all three at once, and the same script that does so is what it can be compared with.",
      "polling every 5 s": "The wait by polling is about 2.5 s; the rest is the time to the exit, see above.",
    },
  },
  {
    name: "run-cost",
    title: "Cost of a run",
    description:
      "One whole run with all defaults: approval link, deployment record, comment. By the number of comments on the pull request, and by the number of lines in the build's log. Four requests to the service deploy, follow, confirm and get the link; where the record says that a review is made, more follow after the comment.",
  },
  {
    name: "log-throughput",
    title: "Log throughput",
    description:
      "From the event stream to stdout, every line escaped for the runner; beside a script that copies the same bytes as they are.",
    reasons: {
      "": "By the CPU profile the time goes to JSON.parse, the UTF-8 write of lines that follow a bar, the search for tokens in each batch, and garbage collection.",
    },
  },
  {
    name: "bundle",
    title: "Bundle",
    description:
      "Bytes on the disk, and of them those that Node.js had loaded when the POST left, by its module hooks.",
  },
  {
    name: "streams",
    title: "Event streams",
    description:
      "Memory of an open stream once the garbage is collected, and the time from the start of its publication until an event has reached every reader; beside Node's own server with nothing in it.",
    reasons: {
      "": "Not what a stream holds: the live heap after a collection is 8.0 KB a stream beside 4.9 KB of the bare server, and by the snapshot the difference is the request, its headers and the reader. The rest is V8's young generation, which grew while thousands of requests were handled and is not given back. Started with NODE_OPTIONS=--max-semi-space-size=4 the service holds 17.2 KB a stream at 10,000, the bare server 11.3 KB.",
    },
  },
  {
    name: "accept",
    title: "Accepted deployments",
    description:
      "Each durable (`synchronous=FULL`) when its response is sent; beside inserts of one row into the same engine with the same durability, taken in turns.",
    reasons: {
      "over HTTP":
        "In process the same transaction meets the goal; the rest is the request itself, its token check, its limits and its response, on the same thread. One commit for all waiting requests would help and is not built.",
    },
  },
  {
    name: "lists",
    title: "Lists",
    description: "Time of a page of fifty, in process, by how many deployments there are.",
  },
  {
    name: "start",
    title: "Start of the service",
    description: "`greenroom serve` on an empty data folder until it responds; beside a bare Node server.",
  },
  {
    name: "hosting",
    title: "Static serving",
    description:
      "Requests a second for files of a preview, 32 connections; beside nginx with one worker and the same files.",
  },
  {
    name: "builds",
    title: "Builds",
    description:
      "Accept to ready through a real service with its sandbox; beside the same install and build commands on their own. First builds have empty package caches. A later one is of a new commit with the same lock file: the service has kept the dependencies of the one before, the commands install from a warm cache.",
    reasons: {
      vite: "What a deployment costs beside its commands, from the clone to the published files, is 120 to 150 ms whatever the build: more than a tenth of one that takes a second.",
    },
  },
];
