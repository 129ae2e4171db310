import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const ENCODER = new TextEncoder();

/** The lower-case hex SHA-256 of bytes, or of a text in UTF-8. */
export const sha256Hex = (content: string | Uint8Array): string =>
  bytesToHex(sha256(typeof content === "string" ? utf8Bytes(content) : content));

/** A text's bytes in UTF-8. */
export const utf8Bytes = (text: string): Uint8Array => ENCODER.encode(text);

/** The SHA-256 of no bytes, which stands for a missing file (contract §5). */
export const SHA256_OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The length of a text in UTF-8 bytes, as the contract counts sizes. */
export const utf8Length = (text: string): number => {
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) length += 1;
    else if (unit < 0x800) length += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length && isLowSurrogate(text.charCodeAt(index + 1))) {
      length += 4;
      index++;
    } else length += 3;
  }
  return length;
};

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
