// An app for codes on a telephone (RFC 6238).
import { createHmac } from "node:crypto";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function bytes(base32: string): Buffer {
  const bits = [...base32.replaceAll(/[\s=]/g, "")]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** The code of so many steps of thirty seconds from now. */
export function code(secret: string, ahead = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead));
  const digest = createHmac("sha1", new Uint8Array(bytes(secret)))
    .update(new Uint8Array(counter))
    .digest();
  const at = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
