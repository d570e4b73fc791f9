import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Envelope } from "@greenroom/contract";
import { STATEMENT_PAYLOAD_TYPE } from "@greenroom/contract/provenance";
import { dsse } from "@sigstore/core";
import { sha256Of } from "../domain/sha256.ts";
import { readIfThere } from "./absent.ts";
import { placeOnce } from "./place-once.ts";

export const PROVENANCE_KEY_FILE = "provenance.key";

export interface Signer {
  sign(statement: object): Envelope;
  /** As PEM. */
  publicKey(): string;
}

/**
 * Uses the key of a data folder, which is made when it is first needed: ECDSA on P-256, which every tool of Sigstore
 * verifies.
 * @see DSSE v1, protocol
 */
export function openSigner(dataDirectory: string): Signer {
  const file = join(dataDirectory, PROVENANCE_KEY_FILE);
  let known: { readonly key: KeyObject; readonly keyid: string } | undefined;
  const open = () => {
    if (known) return known;
    const key = createPrivateKey(readIfThere(file) ?? makeKey(file));
    return (known = { key, keyid: keyIdOf(createPublicKey(key)) });
  };
  return {
    sign(statement) {
      const { key, keyid } = open();
      const payload = Buffer.from(JSON.stringify(statement));
      const sig = sign("sha256", dsse.preAuthEncoding(STATEMENT_PAYLOAD_TYPE, payload), key).toString("base64");
      return { payloadType: STATEMENT_PAYLOAD_TYPE, payload: payload.toString("base64"), signatures: [{ keyid, sig }] };
    },
    publicKey: () => createPublicKey(open().key).export({ type: "spki", format: "pem" }).toString(),
  };
}

export function keyIdOf(key: KeyObject): string {
  return sha256Of(key.export({ type: "spki", format: "der" }));
}

function makeKey(file: string): string {
  placeOnce(file, newSigningKey());
  return readFileSync(file, "utf8");
}

export function newSigningKey(): string {
  return generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
}
