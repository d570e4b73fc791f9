import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { parse } from "tldts";
import { type Domains, siteOf } from "./site-domains.ts";

/** First label of the name at which the owner of a domain shows a token. */
const CHALLENGE_LABEL = "_greenroom-challenge";

/** A name of DNS has at most 253 characters, and the challenge is a label before it. [RFC 1035 §2.3.4] */
const MAX_NAME_CHARS = 253 - CHALLENGE_LABEL.length - 1;

/** A label of a host name. [RFC 1123 §2.1] */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** A domain name from outside: in ASCII, lower case, without a final dot; or what is wrong with it. */
export type ReadDomain = { readonly name: string } | { readonly problem: string };

/** @param names Names of the instance, which no site gets. */
export function readDomainName(text: string, names: Domains): ReadDomain {
  const name = asciiName(text);
  if (name === undefined) {
    return { problem: "must be the name of a domain, as in www.example.com, without https://, a port or a path" };
  }
  if (name.startsWith("*.")) return { problem: "must be one name: a wildcard cannot be added" };
  if (isIP(name) !== 0) return { problem: "must be a name, not an IP address" };
  const labels = name.split(".");
  const valid = labels.length >= 2 && name.length <= MAX_NAME_CHARS && labels.every((label) => LABEL.test(label));
  if (!valid || !labels.every(isPlainOrPunycode)) {
    return {
      problem: `must be the name of a host: labels of letters, digits and hyphens, together at most ${MAX_NAME_CHARS} characters`,
    };
  }
  const { publicSuffix, isIcann, isPrivate, domain } = parse(name, { allowPrivateDomains: true });
  if (isIcann !== true && isPrivate !== true) {
    return { problem: `must be below a public ending: .${labels.at(-1)} is not one` };
  }
  if (domain === null || publicSuffix === name) {
    return { problem: `must be a domain of yours: below ${name} anybody can register one` };
  }
  const own = [names.service, names.preview, names.production].find(
    (taken) => taken !== undefined && isWithin(name, taken),
  );
  if (own !== undefined) return { problem: `must be a domain of yours: ${own} belongs to the service` };
  if (siteOf(name) === siteOf(names.preview)) {
    return { problem: `must be registered apart from ${names.preview}: previews could set cookies for it` };
  }
  return { name };
}

/** Letters of any script, digits, dots, hyphens and stars: characters that mean others in a URL are left out. */
const GIVEN = /^[-.*0-9A-Za-z\u0080-\u{10ffff}]{1,300}$/u;

function asciiName(text: string): string | undefined {
  if (!GIVEN.test(text)) return undefined;
  const star = text.startsWith("*.") ? "*." : "";
  const name = domainToASCII(text.slice(star.length)).toLowerCase().replace(/\.$/, "");
  return name === "" ? undefined : `${star}${name}`;
}

/** Node passes a label on that only looks like punycode. [RFC 5891 §5.4] */
function isPlainOrPunycode(label: string): boolean {
  if (!label.startsWith("xn--")) return true;
  const decoded = domainToUnicode(label);
  return decoded !== label && domainToASCII(decoded) === label;
}

function isWithin(name: string, domain: string): boolean {
  return `.${name}`.endsWith(`.${domain}`);
}

/** How people of its language read a name; undefined when it has only ASCII characters. */
export function unicodeName(name: string): string | undefined {
  const read = domainToUnicode(name);
  return read === name || read === "" ? undefined : read;
}

export function challengeName(name: string): string {
  return `${CHALLENGE_LABEL}.${name}`;
}

/** Without port and final dot, in lower case; undefined when it is no name of a domain. */
export function hostDomain(hostHeader: string | undefined): string | undefined {
  const name = hostHeader?.toLowerCase().replace(/:\d*$/, "").replace(/\.$/, "");
  if (name === undefined || name.length > MAX_NAME_CHARS || isIP(name) !== 0) return undefined;
  const labels = name.split(".");
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) ? name : undefined;
}
