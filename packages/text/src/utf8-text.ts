const CHUNK = 8 * 1024;

/** A text with one UTF-16 unit per byte. */
export const byteUnits = (bytes: Uint8Array): string => {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return chunks.join("");
};

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; null if the bytes are not valid. A byte order mark stays. */
export const utf8Text = (bytes: Uint8Array): string | null => {
  try {
    return STRICT.decode(bytes);
  } catch {
    return null;
  }
};
