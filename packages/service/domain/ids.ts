import { v7 as uuidv7 } from "uuid";

/** Crockford's: nothing looks alike. */
export const BASE32 = "0123456789abcdefghjkmnpqrstvwxyz";

/** A UUID v7 as 26 characters, which sort by time. */
function sortableId(): string {
  return inBase32(BigInt(`0x${uuidv7().replaceAll("-", "")}`));
}

/** The first 128 bits of a digest as 26 characters. */
export function textId(digest: Buffer): string {
  return inBase32(BigInt(`0x${digest.toString("hex", 0, 16)}`));
}

function inBase32(value: bigint): string {
  let bits = value;
  let text = "";
  for (let digit = 0; digit < 26; digit += 1) {
    text = BASE32.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return text;
}

export function newUuid(): string {
  return uuidv7();
}

export function newDeploymentId(): string {
  return `dep_${sortableId()}`;
}

export function newCommentId(): string {
  return `cmt_${sortableId()}`;
}

export function newApprovalId(): string {
  return `apr_${sortableId()}`;
}
