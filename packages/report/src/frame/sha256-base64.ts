import { sha256Hex } from "@llmch/contract";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The SHA-256 of a text in base 64, as in a content security policy. */
export const sha256Base64 = (text: string): string => {
  const hex = sha256Hex(text);
  let digits = "";
  for (let index = 0; index < hex.length; index += 6) {
    const three = hex.slice(index, index + 6).padEnd(6, "0");
    const value = Number.parseInt(three, 16);
    for (const shift of [18, 12, 6, 0]) digits += DIGITS[(value >> shift) & 63] ?? "";
  }
  // 32 bytes are ten groups of three and two bytes more: three digits and one padding character.
  return `${digits.slice(0, 43)}=`;
};
