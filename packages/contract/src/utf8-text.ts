const CHUNK = 8 * 1024;

/** A text with one UTF-16 unit per byte. */
export const byteUnits = (bytes: Uint8Array): string => {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return chunks.join("");
};

/** Decodes UTF-8; null if the bytes are not valid. */
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
