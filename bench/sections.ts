/** What the report says about a benchmark, besides its figures. */
export interface Section {
  readonly name: string;
  readonly title: string;
  /** What was measured, beside what. */
  readonly says: string;
  /** Why a goal is not met, by the beginning of the figure's name; with the profile that says so. */
  readonly reasons?: Readonly<Record<string, string>>;
}

/** The parts of the report, in order. */
export const SECTIONS: readonly Section[] = [
  {
    name: "first-request",
    title: "First request",
    says: "From the start of the process until its POST has arrived at the service. The built action runs as a runner starts it; beside a bare script that sends the same POST by `node:http`, a bundle that sends it by `@actions/http-client`, and a bundle that loads `@actions/core` and `@actions/github` first, as most actions do. Taken in turns, median of the rounds; ratios are medians of the rounds' own ratios.",
  },
  {
    name: "notice",
    title: "Notice",
    says: "From the service's terminal event until the comment on the pull request says so, and until the process has ended, with a real service over its socket and the stand-in of GitHub. Beside twenty waits by polling whose phases are spread evenly over the interval.",
  },
  {
    name: "run-cost",
    title: "Cost of a run",
    says: "One whole run with all defaults: approval link, deployment record, comment. By comments that stand on the pull request, and by lines of the build's log.",
  },
  {
    name: "log-throughput",
    title: "Log throughput",
    says: "From the event stream to stdout, every line made harmless to the runner; beside a script that copies the same bytes as they are.",
  },
  {
    name: "bundle",
    title: "Bundle",
    says: "Bytes on the disk, and of them those that Node.js had loaded when the POST left, by its module hooks.",
  },
  {
    name: "streams",
    title: "Event streams",
    says: "Memory of an open stream once the garbage is collected, and the time from the word to publish until an event has reached every reader; beside Node's own server with nothing in it.",
  },
  {
    name: "accept",
    title: "Accepted deployments",
    says: "Each durable (`synchronous=FULL`) when it is answered; beside inserts of one row into the same engine with the same durability, taken in turns.",
  },
  { name: "lists", title: "Lists", says: "Time of a page of fifty, in process, by how many deployments there are." },
  {
    name: "start",
    title: "Start of the service",
    says: "`greenroom serve` on an empty data folder until it answers; beside a bare Node server.",
  },
  {
    name: "hosting",
    title: "Static serving",
    says: "Requests a second for files of a preview, 32 connections; beside nginx with one worker and the same files.",
  },
  {
    name: "builds",
    title: "Builds",
    says: "Accept to ready through a real service with its sandbox; beside the same install and build commands on their own, each with a warm package cache.",
  },
];
