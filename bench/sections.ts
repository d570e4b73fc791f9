/** What the report says about a benchmark, besides its figures. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** What was measured, beside what. */
  readonly description: string;
  /** Why a figure is behind its goal, by the beginning of its name; what a profile shows. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** The parts of the report, in order. */
export const SECTIONS: readonly Section[] = [
  {
    name: "run",
    title: "Run of the action",
    description:
      "The built action as a runner starts it, with a real service over its socket and a stand-in for GitHub. *First request*: from the start of the process until its POST has arrived, beside a script without dependencies, bundles of the toolkit's packages that send the same, and the built bundles of two other actions until their own first request has arrived. *Sign-in*: what the identity of a run costs on top of a stored token. *End of the build*: from the service's terminal event until the comment shows it and until the process has ended, beside a script that follows the events and sends the two last requests on open connections with code that has run before, the same script when it first sends what the action must know before it may write, and waiting by polling. *Requests*, memory and CPU are those of a whole run with all defaults.",
    reasons: {
      "first request":
        "By the CPU profile Node.js itself takes half of the time and @actions/http-client a quarter, which every action pays; our own code is read and compiled in the last quarter, unminified, so that people can read what they run.",
      "end of the build":
        "Before the two last requests the action confirms the record and the link and reads the comment that it writes, since other jobs write it too: a script that does the same is the floor in the second row.",
    },
  },
  {
    name: "service",
    title: "Service under load",
    description:
      "Deployments are accepted from 16 clients, each durable (`synchronous=FULL`) when its response is sent, beside inserts of one row into the same engine with the same durability. Pages of fifty are listed with as many deployments as the row says. Files of a preview are requested by 32 connections, in requests a second, beside nginx with one worker, `sendfile` and `gzip_static`, and beside Node's own server that has the same responses in memory. The start is that of `greenroom serve` on an empty data folder.",
    reasons: {
      deployments:
        "Deployments that arrive together share a commit; by the CPU profile the rest is their queries, the check of the token, the request itself and its response, on one thread.",
      page: "Node's own server, which has the responses in memory and nothing else to do, is the floor, and it is as far behind nginx.",
      index: "As for the other page.",
      app: "As for the pages.",
    },
  },
  {
    name: "streams",
    title: "Event streams",
    description:
      "Memory of an open stream once the garbage is collected, in a process that has opened and closed 500 before, 50 at a time; and the time from the start of its publication until an event has reached every reader; beside Node's own server with nothing in it. Node.js has the options of `bin/greenroom` for the one, none for the other.",
    reasons: {
      "": "The live heap is 6.5 KB a stream beside 5.0 KB, for the listeners, the request that the framework keeps, and the writer; at 1,000 streams the young generation, at most 48 MB of the process, is the larger part. The time until an event has reached all is 0.9 to 1.3 times that of the bare server from run to run, with the same writes.",
    },
  },
  {
    name: "builds",
    title: "Builds",
    description:
      "Accept to ready through a real service with its sandbox; beside the same install and build commands on their own. First builds have empty package caches. A later one is of a new commit with the same lock file: the service has kept the dependencies of the one before, the commands install from a warm cache.",
  },
];
