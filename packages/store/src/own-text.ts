import { errnoOf, faultInWords, type OpenFile, readPart, withRegularFile } from "@llmch/files";
import { accepted, isJsonObject, type JsonObject, type Result, readJson, rejected, utf8Text } from "@llmch/text";

/**
 * Opens a file of a run's directory; null if it is missing. Throws if the machine fails, or if somebody put a pipe, a device or a
 * link in its place: these neither block llmch nor lead it elsewhere.
 */
export const withOwnFile = <Value>(file: string, use: (file: OpenFile) => Value): Value | null => {
  try {
    return withRegularFile(file, "none", use);
  } catch (fault) {
    if (errnoOf(fault) === "ENOENT") return null;
    throw fault;
  }
};

/** Larger than any file that llmch reads whole. Something in such a file's place must not fill the memory. */
const MAX_WHOLE_BYTES = 128 * 1024 * 1024;
const TOO_LARGE = "it is larger than any file of ours";

const ownBytes = (file: string): Buffer | null =>
  withOwnFile(file, ({ descriptor, stats: { size } }) => {
    if (size > MAX_WHOLE_BYTES) throw new Error(TOO_LARGE);
    return readPart(descriptor, 0, size);
  });

/** The text of a file of a run's directory; empty if it is missing. Throws if the file cannot be read, or is too large. */
export const ownText = (file: string): string => ownBytes(file)?.toString() ?? "";

/** The complete lines of a file of a run's directory, without a last one that a crash tore. Throws as `ownText` does. */
export const ownLines = (file: string): { readonly text: string; readonly wholeBytes: number } => {
  const bytes = ownBytes(file) ?? Buffer.alloc(0);
  const wholeBytes = bytes.lastIndexOf("\n") + 1;
  return { text: bytes.toString("utf8", 0, wholeBytes), wholeBytes };
};

/** The same, strictly: a file that is missing, not UTF-8, or unreadable is an issue, in words. */
export const readOwnText = (file: string): Result<string, string> => {
  try {
    const bytes = ownBytes(file);
    if (bytes === null) return rejected("it is missing");
    const text = utf8Text(bytes);
    return text === null ? rejected("it is not UTF-8 text") : accepted(text);
  } catch (fault) {
    return rejected(`it cannot be read (${faultInWords(fault)})`);
  }
};

/** The bytes of a file of a run's directory. One that is missing or unreadable is an issue, in words. */
export const readOwnBytes = (file: string): Result<Uint8Array, string> => {
  try {
    const bytes = ownBytes(file);
    return bytes === null ? rejected("it is missing") : accepted(bytes);
  } catch (fault) {
    return rejected(`it cannot be read (${faultInWords(fault)})`);
  }
};

/** At most `bytes` bytes of a file's beginning or end. */
export interface PartAsked {
  readonly from: "beginning" | "end";
  readonly bytes: number;
}

/**
 * A part of a file of a run's directory, as text. `left_out` counts the bytes that are not in it. Replaces bytes that are not
 * UTF-8. A missing or unreadable file is an issue, in words.
 */
export const readOwnPart = (
  file: string,
  { from, bytes }: PartAsked,
): Result<{ readonly text: string; readonly left_out: number }, string> => {
  try {
    const part = withOwnFile(file, ({ descriptor, stats: { size } }) => {
      const length = Math.min(size, bytes);
      const buffer = readPart(descriptor, from === "beginning" ? 0 : size - length, length);
      const left_out = Math.max(0, size - buffer.length);
      if (length === size) return { text: buffer.toString(), left_out };
      // A character that is cut is left out with the rest.
      const isEnd = from === "end";
      const whole = buffer.subarray(isEnd ? characterStart(buffer) : 0);
      return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(whole, { stream: !isEnd }), left_out };
    });
    return part === null ? rejected("it is missing") : accepted(part);
  } catch (fault) {
    return rejected(`it cannot be read (${faultInWords(fault)})`);
  }
};

/** The start of the first whole character of a cut text. */
const characterStart = (buffer: Buffer): number => {
  let start = 0;
  while (start < 4 && start < buffer.length && ((buffer[start] ?? 0) & 0xc0) === 0x80) start++;
  return start;
};

/** The JSON object in a file of a run's directory; null if none can be read. */
export const readOwnObject = (file: string): JsonObject | null => {
  const text = readOwnText(file);
  const read = text.ok ? readJson(text.value) : null;
  return read?.ok === true && isJsonObject(read.value) ? read.value : null;
};
