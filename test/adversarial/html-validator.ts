const TAG = /<(\/?)([a-z][a-z0-9-]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*\/?>/g;

/** Attributes that a browser follows. */
const FOLLOWED = new Set(["href", "src", "action", "formaction", "data-events", "data-reload", "xlink:href", "srcset"]);

/**
 * Names every tag of a page, and every attribute with its tag, as `a` and `a href`.
 * @param page HTML of ours: lower case, attributes in double quotes.
 */
export function tagsOf(page: string): string[] {
  return Array.from(page.matchAll(TAG), ([, close = "", name = "", rest = ""]) => [
    `${close}${name}`,
    ...attributesOf(rest).map(([attribute]) => `${name} ${attribute}`),
  ]).flat();
}

/**
 * Checks a page: nothing but tags that our own templates write, addresses that lead where we meant, one title of ours,
 * and no text that is turned around.
 * @param page What a screen sent.
 * @param known Tags of pages without hostile text.
 * @returns What is wrong, one sentence each.
 */
export function validatePage(page: string, known: ReadonlySet<string>): string[] {
  const strange = tagsOf(page).filter((tag) => !known.has(tag));
  const rest = page.replace(/^<!doctype html>/, "").replaceAll(TAG, "");
  const led = Array.from(page.matchAll(TAG), ([, , , attributes = ""]) => attributesOf(attributes))
    .flat()
    .filter(([name, value]) => FOLLOWED.has(name) && !leadsHome(value));
  const titles = page.match(/<title>[^<]*<\/title>/g) ?? [];
  return [
    ...strange.map((tag) => `the tag <${tag}>`),
    ...(rest.includes("<") ? [`an opening of ${rest.slice(rest.indexOf("<")).slice(0, 80)}`] : []),
    ...led.map(([name, value]) => `${name} leads to ${value}`),
    ...(titles.length === 1 && titles[0]?.endsWith(" · Greenroom</title>") ? [] : [`the titles ${titles.join()}`]),
    ...(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/.test(page) ? ["controls"] : []),
  ];
}

function attributesOf(text: string): (readonly [name: string, value: string])[] {
  return Array.from(
    text.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g),
    ([, name = "", value = ""]) => [name, value] as const,
  );
}

/** A path of our own that no browser takes for a host, a place on the page, or a web address. */
function leadsHome(value: string): boolean {
  const address = value.replaceAll("&amp;", "&").replaceAll("&#39;", "'");
  return /^(?:#|\/(?![/\\])|\?)/.test(address) || /^https?:\/\/[^\s"<>@/]+\/[^\s"<>]*$/.test(address);
}
