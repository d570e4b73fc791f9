import { z } from "zod";

export const GithubUser = z.object({ login: z.string(), id: z.int(), type: z.enum(["User", "Bot", "Organization"]) });

export type GithubUser = Readonly<z.infer<typeof GithubUser>>;

/** The account a workflow's own token acts as, with GitHub's real id. */
export const ACTIONS_BOT: GithubUser = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };

export const AUTHOR: GithubUser = { login: "ada-novak", id: 73_194_852, type: "User" };

export const REVIEWER: GithubUser = { login: "mira-okafor", id: 61_207_438, type: "User" };

export const ORGANIZATION: GithubUser = { login: "lantern-theatre", id: 138_402_917, type: "Organization" };

/** A contributor from outside the organization, who works in a fork. */
export const OUTSIDER: GithubUser = { login: "passer-by", id: 90_551_276, type: "User" };
