export interface Section {
  readonly name: string;
  readonly title: string;
  /** What was measured, beside what. */
  readonly description: string;
  /** Why a figure is behind its goal, by the beginning of its name; what a profile shows. */
  readonly reasons?: Readonly<Record<string, string>>;
}

export const SECTIONS: readonly Section[] = [
  {
    name: "run",
    title: "Run of the action",
    description:
      "The built action as a runner starts it, with a real service and a stand-in for GitHub. *End of the build*: from the service's last event until the comment shows it, and until the process has ended.",
  },
  {
    name: "service",
    title: "Service at rest",
    description: "`greenroom serve` on an empty data folder, beside a server of Node's own.",
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
