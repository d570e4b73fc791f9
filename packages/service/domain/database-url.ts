/**
 * The URLs of single hosts that a URL such as `postgres://user@one,two:5433/name?target_session_attrs=read-write` names.
 * @throws {TypeError} When it is no such URL
 */
export function hostUrls(url: string): readonly string[] {
  const [, scheme, user = "", hosts = "", rest = ""] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)(.*)$/s.exec(url) ?? [];
  if (scheme === undefined) throw new TypeError("It is no URL of a PostgreSQL server.");
  return hosts.split(",").map((host, _, all) => {
    if (host === "" && all.length > 1) throw new TypeError("A host has no name.");
    const one = new URL(`${scheme}${user}${host}${rest}`);
    const wanted = one.searchParams.get("target_session_attrs") ?? "read-write";
    // The service writes: no other server is of use.
    if (wanted !== "read-write" && wanted !== "primary") throw new TypeError("target_session_attrs is read-write.");
    // Without a change the rest stays as it was written.
    if (one.searchParams.has("target_session_attrs")) one.searchParams.delete("target_session_attrs");
    return one.href;
  });
}

/** How a database is named to people, without a credential. */
export function describeDatabase(url: string): string {
  const hosts = hostUrls(url).map((one) => new URL(one));
  return `postgres://${hosts.map(({ host }) => host).join(",")}${hosts[0]?.pathname ?? ""}`;
}
