import type { FileList } from "../../domain/file-list.ts";
import { type Html, html } from "../../outside/html.ts";
import { counted } from "../../outside/words.ts";
import type { FileDifference } from "../../review/file-difference.ts";
import { bytes } from "../fragments.ts";

const LISTED = 2_000;

const SIGNS = { added: "+", changed: "~", removed: "−" } as const;

type Kind = keyof typeof SIGNS;

interface TreeFile {
  readonly name: string;
  readonly size: number;
  readonly kind: Kind | undefined;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: TreeFile[];
  bytes: number;
  count: number;
  differing: number;
}

/** @param list Undefined when it is lost. */
export function fileTree(list: FileList | undefined, difference: FileDifference | undefined): Html {
  if (!list) return html`<p>The list of its files is lost. Deploy the commit again.</p>`;
  const root = newFolder();
  const total = list.files.reduce((sum, { size }) => sum + size, 0);
  const changes = difference?.kind === "known" ? difference.changes : undefined;
  const kinds = new Map(changes?.files.map(({ path, kind }) => [path, kind]));
  const removed = changes?.files.filter(({ kind }) => kind === "removed") ?? [];
  for (const file of [...list.files, ...removed].slice(0, LISTED)) addFile(root, file, kinds.get(file.path));
  const more = list.files.length - LISTED;
  return html`<p>
      ${counted(list.files.length, "file")}, ${bytes(total)}${changes && html` · ${changes.added} added, ${changes.changed} changed, ${changes.removed} removed`}
    </p>
    <div class="card tree">${folderItems(root)}</div>
    ${more > 0 && html`<p class="hint">${more} more files are not listed.</p>`}`;
}

const newFolder = (): Folder => ({ folders: new Map(), files: [], bytes: 0, count: 0, differing: 0 });

function addFile(
  root: Folder,
  { path, size }: Pick<FileList["files"][number], "path" | "size">,
  kind: Kind | undefined,
): void {
  const steps = path.split("/");
  const name = steps.pop() ?? path;
  let folder = root;
  for (const step of [
    ...steps.slice(0, MAX_DEPTH),
    ...(steps.length > MAX_DEPTH ? [steps.slice(MAX_DEPTH).join("/")] : []),
  ]) {
    const inner = folder.folders.get(step) ?? newFolder();
    folder.folders.set(step, inner);
    folder = inner;
    if (kind !== "removed") {
      folder.bytes += size;
      folder.count += 1;
    }
    if (kind) folder.differing += 1;
  }
  folder.files.push({ name, size, kind });
}

/** Deeper folders stand in one. */
const MAX_DEPTH = 8;

function folderItems({ folders, files }: Folder): Html {
  const folderItem = ([name, folder]: readonly [string, Folder]): Html =>
    html`<li>
      <details${folder.differing > 0 && html` open`}>
        <summary><bdi>${name}/</bdi> <span class="dim">${counted(folder.count, "file")}, ${bytes(folder.bytes)}</span></summary>
        ${folderItems(folder)}
      </details>
    </li>`;
  const fileItem = ({ name, size, kind }: TreeFile): Html =>
    html`<li class="${kind ?? "same"}">
      <span class="sign" aria-hidden="true">${kind && SIGNS[kind]}</span>${kind && html`<span class="hidden">${kind} </span>`}<code><bdi>${name}</bdi></code>
      <span class="dim size">${bytes(size)}</span>
    </li>`;
  return html`<ul class="files">
    ${[...folders].map(folderItem)}${files.map(fileItem)}
  </ul>`;
}
