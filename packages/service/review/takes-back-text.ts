import { counted } from "../outside/words.ts";
import type { FileDifference } from "./file-difference.ts";
import { isPage } from "./served-side.ts";

export const NOTHING_BACK = "no earlier change";

const LIST = new Intl.ListFormat("en");

/** By release, newest first: what it would undo of each. */
export function takesBackText(files: FileDifference): string {
  if (files.kind !== "known") return "not known";
  const inPart = [...files.parts].flatMap(([path, parts]) => {
    const numbers = parts.filter(({ kind }) => kind === "undone").map(({ number }) => number);
    return [...new Set(numbers)].map((number) => ({ path, number, isWhole: false }));
  });
  const whole = [...files.takenBack].map(([path, number]) => ({ path, number, isWhole: true }));
  const parts = [...Map.groupBy([...whole, ...inPart], ({ number }) => number)]
    .toSorted(([left], [right]) => right - left)
    .map(([number, undone]) => {
      const count = (isWhole: boolean, ofPages: boolean): number =>
        undone.filter((one) => one.isWhole === isWhole && isPage(one.path) === ofPages).length;
      const [pages, others] = [count(true, true), count(true, false)];
      const [pagesInPart, othersInPart] = [count(false, true), count(false, false)];
      const what = [
        ...(pages > 0 ? [counted(pages, "page")] : []),
        ...(others > 0 ? [counted(others, pages > 0 ? "other file" : "file")] : []),
        ...(pagesInPart > 0 ? [`parts of ${counted(pagesInPart, "page")}`] : []),
        ...(othersInPart > 0 ? [`parts of ${counted(othersInPart, "file")}`] : []),
      ];
      return `${LIST.format(what)} of release ${number}`;
    });
  const unread = files.unread === 0 ? "" : ` (${counted(files.unread, "file")} not compared line by line)`;
  return `${parts.length === 0 ? NOTHING_BACK : LIST.format(parts)}${unread}`;
}
