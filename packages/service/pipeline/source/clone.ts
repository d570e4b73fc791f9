import { join } from "node:path";
import type { Bounds, BuildJob } from "../job.ts";
import type { GitFolder } from "./git.ts";
import { fetchLfsObjects } from "./lfs.ts";
import { type Remote, secretsOf, siteRemote } from "./remote.ts";
import { fetchSource, type Source } from "./source.ts";
import { fetchSubmodules, isSameRepository, type Submodules } from "./submodules.ts";

export interface ClonedSource extends Source {
  readonly submodules: Submodules;
}

export async function clone(job: BuildJob, bounds: Bounds, remote: Remote): Promise<ClonedSource> {
  const { record, log } = job;
  log.redactor.add(secretsOf(remote));
  const { commitSha, branch: named, branchVerified } = record.order;
  const source = await fetchSource({
    ...gitFolder(job, bounds, remote),
    wanted: { commitSha, branch: named, verified: branchVerified },
    onLine: (line) => log.line("clone", line, "error"),
  });
  const branch = await record.pin(source);
  log.line("clone", `Fetched commit ${source.commitSha}${branch.kind === "branch" ? ` of ${branch.name}` : ""}`);
  if (branch.kind === "unverified" && named !== null) {
    log.line(
      "clone",
      `The service cannot confirm that the commit is on branch '${named}': ${branch.reason}. The preview gets its own URL, but not the branch's URL, cache or values, and it replaces no other deployment.`,
      "warn",
    );
  }
  // Anyone who can write to the repository chooses the URLs, so only URLs that the site lists get a credential.
  const listed = branch.kind === "unverified" ? [] : record.order.submodules;
  const submodules = await fetchSubmodules(gitFolder(job, bounds, remote), {
    files: source.files,
    open: async (url) => {
      const known = listed.find((each) => isSameRepository(each.url, url));
      const opened = await siteRemote(job, { ...known, url });
      log.redactor.add(secretsOf(opened));
      return opened;
    },
  });
  for (const { path } of submodules.fetched) log.line("clone", `Fetched the submodule '${path}'`);
  for (const { path, why } of submodules.left) {
    log.line("clone", `The submodule '${path}' was not fetched: ${why}`, "warn");
  }
  const cloned = { ...source, branch, submodules };
  await replaceLfsPointers(job, gitFolder(job, bounds, remote), cloned);
  return cloned;
}

export async function replaceLfsPointers(
  job: BuildJob,
  root: GitFolder,
  { files, submodules }: ClonedSource,
): Promise<void> {
  const { fileBytes: maxFileBytes, totalBytes: maxBytes } = job.limits.output;
  const { allowPrivateHosts, certificates, log } = job;
  for (const { git, path } of [{ git: root, path: "." }, ...submodules.fetched]) {
    const rules = { files: join(files, path), maxFileBytes, maxBytes, allowPrivateHosts, certificates };
    const { files: count, bytes, problem } = await fetchLfsObjects(git, rules);
    if (count === 0) continue;
    if (problem === undefined) log.line("clone", `Fetched ${count} files of Git LFS, ${bytes} bytes`);
    else log.line("clone", `${count} files are pointers of Git LFS that were not fetched: ${problem}`, "warn");
  }
}

export function gitFolder(job: BuildJob, { folder, group, diskUse }: Bounds, remote: Remote): GitFolder {
  const { limits, path, signal } = job;
  const exceeded = (pids: readonly number[]): Promise<string | undefined> => diskUse.exceeded([folder], pids);
  return { remote, folder, path, limits: { timeoutMs: limits.cloneMs, exceeded, group }, signal };
}
