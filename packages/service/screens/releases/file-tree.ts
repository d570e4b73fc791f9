import type { FileDifference } from "../../review/file-difference.ts";
import { type Html, html } from "../../outside/html.ts";
import type { FileList } from "../../store/files/file-lists.ts";
import { bytes } from "../fragments.ts";

/** Files that are listed, in all folders together. */
const LISTED = 2_000;

const SIGNS = { added: "+", changed: "~" } as const;

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: { readonly name: string; readonly size: number; readonly path: string }[];
  bytes: number;
  count: number;
}

/**
 * The files of a deployment by folder, with their sizes, and with a sign where they differ from what it is compared with.
 * @param list Undefined when it is lost.
 */
export function fileTree(list: FileList | undefined, difference: FileDifference | undefined): Html {
  if (!list) return html`<p>The list of its files is lost. Deploy the commit again.</p>`;
  const root = newFolder();
  for (const file of list.files.slice(0, LISTED)) addFile(root, file);
  const total = list.files.reduce((sum, { size }) => sum + size, 0);
  const known = difference?.kind === "known" ? difference.changes.files : [];
  const kinds = new Map(known.flatMap(({ path, kind }) => (kind === "removed" ? [] : [[path, kind] as const])));
  const more = list.files.length - LISTED;
  return html`<p>${list.files.length} ${list.files.length === 1 ? "file" : "files"}, ${bytes(total)}</p>
    <div class="card tree">${folderItems(root, kinds)}</div>
    ${more > 0 && html`<p class="hint">${more} more files are not listed.</p>`}`;
}

const newFolder = (): Folder => ({ folders: new Map(), files: [], bytes: 0, count: 0 });

function addFile(root: Folder, { path, size }: FileList["files"][number]): void {
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
    folder.bytes += size;
    folder.count += 1;
  }
  folder.files.push({ name, size, path });
}

/** Folders inside each other; what is deeper stands in one. */
const MAX_DEPTH = 8;

type Kinds = ReadonlyMap<string, keyof typeof SIGNS>;

function folderItems({ folders, files }: Folder, kinds: Kinds): Html {
  const folderItem = ([name, folder]: readonly [string, Folder]): Html =>
    html`<li>
      <details>
        <summary><bdi>${name}/</bdi> <span class="dim">${folder.count} ${folder.count === 1 ? "file" : "files"}, ${bytes(folder.bytes)}</span></summary>
        ${folderItems(folder, kinds)}
      </details>
    </li>`;
  const fileItem = ({ name, size, path }: Folder["files"][number]): Html => {
    const kind = kinds.get(path);
    return html`<li class="${kind ?? "same"}">
      <span class="sign" aria-hidden="true">${kind && SIGNS[kind]}</span>${kind && html`<span class="hidden">${kind} </span>`}<code><bdi>${name}</bdi></code>
      <span class="dim size">${bytes(size)}</span>
    </li>`;
  };
  return html`<ul class="files">
    ${[...folders].map(folderItem)}${files.map(fileItem)}
  </ul>`;
}
