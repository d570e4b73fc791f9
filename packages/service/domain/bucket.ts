/** Where files are stored when that is not the data folder: a bucket of an S3-compatible store. */
export interface Bucket {
  readonly name: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Origin of the store; the bucket is the first part of the path. */
  readonly endpoint: URL;
  readonly region: string;
  /** Bytes of it that are kept in the data folder. */
  readonly cacheBytes: number;
}

const GIBIBYTE = 1024 ** 3;
const DEFAULT_CACHE_BYTES = 10 * GIBIBYTE;
const PARAMETERS = ["endpoint", "region", "cache"];
const FORM = "s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION";

export function readBucketUrl(text: string, fallbackRegion?: string): Bucket | { readonly problem: string } {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:") return { problem: `The store of files is written as ${FORM}.` };
  if (url.username !== "" || url.password !== "") {
    const where = "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a file that AWS_SHARED_CREDENTIALS_FILE names";
    return { problem: `A URL is shown in lists of processes: give the credentials by ${where}.` };
  }
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) {
    return {
      problem: `${JSON.stringify(unknown)} is not known: give ${PARAMETERS.join(", ")} after the question mark.`,
    };
  }
  const name = url.host;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    return { problem: `${JSON.stringify(name)} is not the name of a bucket: write it as ${FORM}.` };
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!/^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,8})?$/.test(prefix)) {
    return {
      problem: `The prefix ${JSON.stringify(prefix)} may have letters, digits, dots, hyphens and slashes only.`,
    };
  }
  const region = url.searchParams.get("region") ?? fallbackRegion ?? "us-east-1";
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return { problem: `${JSON.stringify(region)} is not a region.` };
  const endpoint = URL.parse(url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`);
  if (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.href !== `${endpoint.origin}/`) {
    return { problem: "The endpoint is an https:// or http:// URL without a path, such as https://s3.example.com." };
  }
  const cacheBytes = readBytes(url.searchParams.get("cache"));
  if (cacheBytes === undefined)
    return { problem: "The cache is a whole number of MiB, GiB or TiB, such as cache=20GiB." };
  return { name, prefix: prefix === "" ? "" : `${prefix}/`, endpoint, region, cacheBytes };
}

function readBytes(text: string | null): number | undefined {
  if (text === null) return DEFAULT_CACHE_BYTES;
  const [, count, unit = ""] = /^([1-9]\d{0,5})([MGT])iB$/.exec(text) ?? [];
  return count === undefined ? undefined : (Number(count) * GIBIBYTE * 1024 ** "MGT".indexOf(unit)) / 1024;
}

/** How a bucket is named to people; it holds no credential. */
export function describeBucket({ name, prefix, endpoint }: Bucket): string {
  return `s3://${name}/${prefix} at ${endpoint.origin}`;
}

/** Why a service cannot start with these stores: several machines share both, or none does. */
export function storesProblem(given: { readonly database: boolean; readonly objects: boolean }): string | undefined {
  if (given.database === given.objects) return undefined;
  return given.database
    ? "A database that machines share needs files that they share: give --objects s3://… too."
    : "Files that machines share need a database that they share: give --database postgres://… too.";
}
