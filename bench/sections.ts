export interface Section {
  readonly name: string;
  readonly title: string;
  /** What was measured, beside what. */
  readonly description: string;
  /** Why a figure is behind its goal, by the beginning of its name; what a profile shows. */
  readonly reasons?: Readonly<Record<string, string>>;
}

const AS_NODE = "Node's own server, with the responses in memory, is as far behind nginx.";

export const SECTIONS: readonly Section[] = [
  {
    name: "run",
    title: "Run of the action",
    description:
      "The built action as a runner starts it, with a real service and a stand-in for GitHub. *First request*: from the start of the process until its POST over TLS has arrived; beside a script without dependencies, bundles of the toolkit's packages that send the same, and the bundles of two other actions. *Sign-in*: what the identity of a run costs on top of a stored token. *End of the build*: from the service's last event until the comment shows it, and until the process has ended; beside a script that sends only the last two requests, one that first reads what the action must read, and polling.",
    reasons: {
      "first request":
        "Node.js takes half of the time and @actions/http-client a quarter; our own code the rest, unminified, so that people can read what they run.",
      "end of the build": "The action first confirms the record and reads the comment, since other jobs write it too.",
    },
  },
  {
    name: "service",
    title: "Service under load",
    description:
      "Deployments come from 16 clients, each durable when its response is sent, beside inserts of one row into the same engine. Pages have fifty deployments. Files of a preview are requested by 32 connections, beside nginx with one worker and Node's own server with the responses in memory.",
    reasons: {
      deployments:
        "Besides the insert there are other queries, the check of the token, the request and its response, on one thread.",
      page: AS_NODE,
      index: AS_NODE,
      app: AS_NODE,
    },
  },
  {
    name: "streams",
    title: "Event streams",
    description:
      "Memory of an open stream after garbage collection, and the time from publication until an event has reached every reader, beside Node's own server.",
    reasons: {
      "": "The live heap is 6.5 KB a stream beside 5.0 KB; at 1,000 streams the young generation of the process, at most 48 MB, is the larger part.",
    },
  },
  {
    name: "builds",
    title: "Builds",
    description:
      "From accepting to ready, through a real service with its sandbox, beside the same commands without it. First builds have empty caches. A later one is of a new commit with the same lock file.",
  },
];
