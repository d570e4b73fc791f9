/** A test, by file and by a part of its name that stands in the file as it is. */
export type TestReference = readonly [file: string, name: string];

/** A defect read in the sources of another action. */
export interface PeerDefect {
  readonly defect: string;
  /** Tests that our action passes and that one would not. */
  readonly tests: readonly TestReference[];
}

const TROUBLE = "test/e2e/github-trouble.test.ts";
const FAULTS = "test/e2e/github-faults.test.ts";
const ENDLESS = "test/faults/github.test.ts";
const WAITING = "test/e2e/waiting.test.ts";
const COMMENT = "test/github/comment.test.ts";
const FOLLOW = "test/client/follow.test.ts";

/** Defects that other preview actions had, each with what holds it off here. */
export const PEER_DEFECTS: readonly PeerDefect[] = [
  {
    defect: "A check is created before anything else; without the permission the deployment never starts",
    tests: [[TROUBLE, "a token without permissions changes nothing but one warning that holds the lines to add"]],
  },
  {
    defect: "After a cancel the check stays in progress for ever",
    tests: [
      [WAITING, "a canceled run ends in time, and comment and outputs say that the build goes on"],
      ["test/e2e/killed.test.ts", "killed while it streams, the post step tells the pull request"],
    ],
  },
  {
    defect: "Only the first 30 comments are searched, so busy pull requests get duplicates",
    tests: [
      [COMMENT, "finds its comment behind hundreds of others, one request a hundred"],
      ["test/e2e/budget.test.ts", "comments a slow build costs seven requests to GitHub"],
    ],
  },
  {
    defect: "The marker names the site alone, so two channels of it overwrite each other",
    tests: [[COMMENT, "two groups have a comment each, two sites of a group share one"]],
  },
  {
    defect: "A function nobody awaits: failures go unhandled and the deployment record stays pending",
    tests: [
      [
        ENDLESS,
        "the deployment decides in the step's time, and one warning a place says what to do, when GitHub always",
      ],
    ],
  },
  {
    defect: "Our deployment is taken to be the first of a list, which is wrong beside other runs",
    tests: [
      ["test/client/once.test.ts", "is one deployment, through any history of faults, kills, twins and re-runs"],
      [
        "test/github/record.test.ts",
        "a second attempt uses the record the first had left, but not that of another site",
      ],
    ],
  },
  {
    defect: "The last word is only that the action failed, and a record is written on success alone",
    tests: [[FAULTS, "says code, words and last lines everywhere, ends its record, and gives no address out"]],
  },
  {
    defect: "An address is given out before it works, and nobody takes it back",
    tests: [[FAULTS, "says code, words and last lines everywhere, ends its record, and gives no address out"]],
  },
  {
    defect: "The author of a comment is not looked at: anybody's that begins alike is edited",
    tests: [
      ["test/e2e/shared-comment.test.ts", "that begins with our marker is left alone"],
      [COMMENT, "a person's comment with our marker"],
    ],
  },
  {
    defect: "Waits are counted in milliseconds where seconds were meant, and some errors are not counted at all",
    tests: [
      ["test/client/retry.test.ts", "a wait without a name takes at least a second, and grows"],
      ["test/client/retry.test.ts", "tries are counted"],
    ],
  },
  {
    defect: "The commit is the deployment's id and a timeout cancels it, so that commit never deploys again",
    tests: [
      ["test/e2e/failed.test.ts", "after a build that failed, the next run makes a new deployment"],
      [WAITING, "when the time is over, and says that the build goes on"],
    ],
  },
  {
    defect: "An input is read under a name that does not exist, so it is always false",
    tests: [["test/actions/inputs.test.ts", "three inputs are enough, the rest has the defaults of action.yml"]],
  },
  {
    defect: "The main call is not awaited: a missing permission shows as a stack trace",
    tests: [
      [TROUBLE, "a token without permissions changes nothing but one warning that holds the lines to add"],
      [
        ENDLESS,
        "the deployment decides in the step's time, and one warning a place says what to do, when GitHub always",
      ],
    ],
  },
  {
    defect: "Only the first page of a list is read: what comes later is never seen",
    tests: [
      ["test/e2e/budget.test.ts", "comments a slow build costs seven requests to GitHub"],
      ["test/client/mcp.test.ts", "finds the tool on a later page"],
    ],
  },
  {
    defect: "After the time is over it goes on and reads what is not there; a failed build is polled until then",
    tests: [
      [WAITING, "when the time is over, and says that the build goes on"],
      [FOLLOW, "a failed record still brings its log"],
    ],
  },
  {
    defect: "The name of a comment is used as a regular expression",
    tests: [[COMMENT, "the dots of a group's name stand for themselves"]],
  },
  {
    defect: "Inputs are parsed when the module loads: a wrong one prints a raw stack",
    tests: [["test/e2e/inputs.test.ts", "several wrong inputs are told in one run"]],
  },
  {
    defect: "The number of the pull request is honoured by one step and not by the comment",
    tests: [["test/e2e/payloads.test.ts", "pr-number takes the comment to the pull request it names"]],
  },
  {
    defect: "Belonging to a pull request is tested as a substring: 1 matches 10",
    tests: [["test/github/record.test.ts", "those of pull request 1 are not those of pull request 10"]],
  },
  {
    defect: "An endless loop without a time limit, in which one failed request ends the wait",
    tests: [
      [FOLLOW, "a service that is away comes back"],
      [FOLLOW, "the time limit ends it, whatever the wall clock does"],
    ],
  },
  {
    defect: "An error repeats the whole command line, values of the environment included",
    tests: [
      ["test/client/http.test.ts", "is in no error, whatever the service says"],
      ["test/e2e/hostile.test.ts", "commands nobody, whatever its lines say, and no token gets out"],
    ],
  },
  {
    defect: "Only the first call sees the time limit that the workflow set",
    tests: [
      [WAITING, "when the time is over, and says that the build goes on"],
      ["test/client/http.test.ts", "comes with its deadline, and says that the time is over"],
    ],
  },
];

/** What users of other preview actions suffer, each with what spares ours. */
export const PEER_PAINS: readonly PeerDefect[] = [
  { defect: "No preview comment at all", tests: [["test/e2e/ready.test.ts", "one comment shows the preview"]] },
  {
    defect: "Two sites or workflows overwrite one comment",
    tests: [["test/e2e/shared-comment.test.ts", "parallel jobs of a matrix"]],
  },
  {
    defect: "The comment is missing and nobody knows why",
    tests: [["test/e2e/events.test.ts", "deploys, and says that there was none to comment on"]],
  },
  {
    defect: "An old tick stays when the new build fails",
    tests: [[FAULTS, "says code, words and last lines everywhere, ends its record, and gives no address out"]],
  },
  {
    defect: "An older run ends last and overwrites the newer result",
    tests: [[COMMENT, "an older run never replaces the row of a newer one"]],
  },
  {
    defect: "The merge commit is told instead of the head",
    tests: [["test/e2e/payloads.test.ts", "deploys the commit it is about, and tells its pull request"]],
  },
  {
    defect: "No time, commit or run in the comment",
    tests: [["test/github/body.test.ts", "a row links its log, its commit and its run, and gives the time in UTC"]],
  },
  {
    defect: "The link is there before it works",
    tests: [[FAULTS, "says code, words and last lines everywhere, ends its record, and gives no address out"]],
  },
  {
    defect: "Races make duplicates",
    tests: [["test/github/interleaving.test.ts", "2 to 8 parallel jobs on one comment, 100 random interleavings"]],
  },
  {
    defect: "More than 30 comments make duplicates",
    tests: [["test/e2e/budget.test.ts", "comments a slow build costs seven requests to GitHub"]],
  },
  {
    defect: "A comment that is buried should move",
    tests: [[COMMENT, "recreate makes a comment a run, below the talk"]],
  },
  {
    defect: "A comment longer than GitHub takes",
    tests: [
      ["test/github/body.test.ts", "never grows over what GitHub takes, and never loses the row that is written"],
    ],
  },
  {
    defect: "Text that cannot be changed",
    tests: [["test/e2e/shared-comment.test.ts", "begins with the team's own text when there is a template"]],
  },
  {
    defect: "A missing permission is a raw stack",
    tests: [[TROUBLE, "a token without permissions changes nothing but one warning that holds the lines to add"]],
  },
  {
    defect: "Forks and Dependabot fail on a missing input",
    tests: [["test/e2e/inputs.test.ts", "is skipped with one notice that says why and what to do"]],
  },
  {
    defect: "A workflow_run names no pull request of a fork",
    tests: [["test/github/trigger.test.ts", "workflow_run of a fork searches the fork's branch"]],
  },
  {
    defect: "The wait ends while the build succeeds, or a cancel wedges it",
    tests: [[WAITING, "a canceled run ends in time, and comment and outputs say that the build goes on"]],
  },
  {
    defect: "The step hangs after its end",
    tests: [["test/client/proxy.test.ts", "ends by itself once following timed out, although the stream stays open"]],
  },
  {
    defect: "A status nobody knows is waited for without end",
    tests: [[FOLLOW, "unknown events, statuses and data are told once and survived"]],
  },
  {
    defect: "A connection that breaks makes several deployments, as does a run that is repeated",
    tests: [
      ["test/client/once.test.ts", "is one deployment, through any history of faults, kills, twins and re-runs"],
      ["test/e2e/ready.test.ts", "a second run gets the same deployment in no time, and edits the same comment"],
    ],
  },
  {
    defect: "A quota is a red check without help",
    tests: [["test/e2e/refusals.test.ts", "is shown with its message and what to do about it, after one request"]],
  },
  {
    defect: "A rate limit of GitHub fails the job after the deployment succeeded",
    tests: [
      [
        ENDLESS,
        "the deployment decides in the step's time, and one warning a place says what to do, when GitHub always",
      ],
    ],
  },
  {
    defect: "Success of one pull request turns the records of others inactive",
    tests: [
      ["test/github/record.test.ts", "tells state, address and log, and leaves everyone else's deployments active"],
    ],
  },
  {
    defect: "The record wants checks to pass, or merges",
    tests: [["test/github/record.test.ts", "opens a transient deployment of the head commit that waits for no check"]],
  },
  {
    defect: "An output with an address is dropped between jobs without a word",
    tests: [[FAULTS, "is told, since other jobs would not get it"]],
  },
  {
    defect: "Secrets in error text",
    tests: [["test/e2e/hostile.test.ts", "commands nobody, whatever its lines say, and no token gets out"]],
  },
  {
    defect: "The merge queue and rare events are not supported",
    tests: [["test/e2e/payloads.test.ts", "deploys the commit it is about, and tells its pull request"]],
  },
  {
    defect: "A pull request that is closed is deployed all the same",
    tests: [["test/actions/plan.test.ts", "a closed pull request is skipped"]],
  },
  {
    defect: "Addresses of github.com are built in",
    tests: [["test/github/trigger.test.ts", "takes the addresses of an Enterprise Server, plain http too"]],
  },
];
