import { atOnce, type Steps } from "./steps.ts";

const CHUNK = 8 * 1024;

/** A text with one unit for each byte. */
export const byteUnits = (bytes: Uint8Array): string => atOnce(unitsOfBytes(bytes));

/** The same, which may be interrupted. */
export function* unitsOfBytes(bytes: Uint8Array): Steps<string> {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    yield;
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return chunks.join("");
}

/** The text whose UTF-8 the bytes are; null if they are not UTF-8. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  const units = byteUnits(bytes);
  if (!OTHER.test(units)) return units;
  try {
    return decodeURIComponent(
      units.replace(/%/g, "%25").replace(OTHERS, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
    );
  } catch {
    return null;
  }
};

const OTHER = /[\x80-\xff]/;
const OTHERS = /[\x80-\xff]/g;
