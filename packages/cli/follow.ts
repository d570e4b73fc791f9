import { type Command, Option } from "commander";
import { clientVerb, type ConnectionFlags } from "./connection.ts";
import { wholeNumber } from "./numbers.ts";
import { runVerb } from "./verb.ts";
import { watchBuild } from "./watch-build.ts";

interface FollowFlags extends ConnectionFlags {
  readonly timeout: number;
}

/** The option that bounds a wait. */
export function timeoutOption(): Option {
  return new Option("--timeout <minutes>", "longest wait").argParser(wholeNumber(1, 1440)).default(60);
}

/** The verb `follow`. */
export function followCommand(): Command {
  return clientVerb("follow <deployment>", "Show the build log of a deployment as it comes, until it ends.")
    .addOption(timeoutOption())
    .addHelpText("after", "\nWith --json: one line of JSON an event; the last has kind 'end' and holds the record.")
    .action((id: string, flags: FollowFlags) =>
      runVerb(flags, async (verb) => {
        // From the beginning, so that the log of one that has ended is shown as well.
        const deployment = { ...(await verb.client.deployments.get(id, verb.call)), status: "queued" };
        return await watchBuild(verb, deployment, {
          timeoutMinutes: flags.timeout,
          json: verb.json ? "events" : "none",
        });
      }),
    );
}
