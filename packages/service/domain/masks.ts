/**
 * The CSS selectors of what is left out of the pictures of a page.
 * @param masks Lines of a path, a space and a selector; a path that ends with `*` is the beginning of paths.
 * @param path Of the page, with its leading slash.
 */
export function masksOf(masks: string, path: string): readonly string[] {
  return masks.split("\n").flatMap((line) => {
    const [, source = "", selector = ""] = /^(\S+) +(.*)$/.exec(line) ?? [];
    const applies = source.endsWith("*") ? path.startsWith(source.slice(0, -1)) : path === source;
    return applies ? [selector] : [];
  });
}
