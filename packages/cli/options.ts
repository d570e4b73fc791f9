import { readFileSync, statSync } from "node:fs";
import { Command, type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { ApprovalStatus, Role } from "@greenroom/contract/approval";
import type { UpdateSite } from "@greenroom/contract/site";
import type { DeploymentStatus, Environment } from "@greenroom/contract/status";
import type { Notice } from "@greenroom/service/domain/notice";

// Help loads no schemas, so their lists are repeated here; a test keeps them equal.

export const ENVIRONMENT_CHOICES: readonly Environment[] = ["preview", "production"];

export const DEPLOYMENT_STATUS_CHOICES: readonly DeploymentStatus[] = [
  "queued",
  "building",
  "ready",
  "failed",
  "canceled",
];

export const APPROVAL_STATUS_CHOICES: readonly ApprovalStatus[] = [
  "pending",
  "approved",
  "published",
  "rejected",
  "expired",
  "superseded",
];

export const ROLE_CHOICES: readonly Role[] = ["owner", "admin", "approver", "developer", "viewer"];

export const NOTICE_CHOICES: readonly Notice[] = [
  "prepared",
  "requested",
  "decided",
  "released",
  "build_failed",
  "commented",
];

export const PREBUILT_CHOICES: NonNullable<UpdateSite["prebuilt"]>[] = ["refused", "previews", "allowed"];

const UNIT_BYTES = { MiB: 1024 ** 2, GiB: 1024 ** 3, TiB: 1024 ** 4 } as const;

/** Reads a size such as `20GiB`, in bytes. */
export function readSize(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,5})(MiB|GiB|TiB)$/.exec(text) ?? [];
  if (unit !== "MiB" && unit !== "GiB" && unit !== "TiB") {
    throw new InvalidArgumentError("Give a whole number of MiB, GiB or TiB, such as 20GiB.");
  }
  return Number(count) * UNIT_BYTES[unit];
}

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 24 * 3_600_000 } as const;

/** Reads a period such as `6h`, in milliseconds. */
export function readPeriod(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhd])$/.exec(text) ?? [];
  if (unit === "m" || unit === "h" || unit === "d") return Number(count) * UNIT_MS[unit];
  throw new InvalidArgumentError("Give minutes, hours or days, such as 30m, 6h or 1d.");
}

export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,15}$/.test(text) && value >= from && value <= to) return value;
    throw new InvalidArgumentError(`Give a whole number from ${from} to ${to}.`);
  };
}

export function readSecretFile(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new InvalidArgumentError(`There is no file ${file}.`);
  if ((stats.mode & 0o077) !== 0) {
    throw new InvalidArgumentError(`Other accounts can read or change ${file}: run chmod 600 on it.`);
  }
  return readFileSync(file, "utf8").trim();
}

export function addToList(text: string, list: readonly string[] = []): readonly string[] {
  return [...list, text];
}

export function group(name: string, description: string, commands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  return commands.reduce((all, one) => all.addCommand(one), new Command(name).description(description));
}

export function required<Usage extends string>(flags: Usage, description: string) {
  return new Option(flags, description).makeOptionMandatory();
}
