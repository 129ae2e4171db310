import { accepted, type Result } from "../result.ts";
import { utf8Bytes } from "../sha256.ts";
import { type Edit, type EditFault, editText } from "./edit-text.ts";

/**
 * `editText` on a file's bytes: an edit finds and inserts UTF-8, and every other byte stays, even a byte order mark or bytes
 * that are not UTF-8.
 */
export const editBytes = (bytes: Uint8Array, edits: readonly Edit[]): Result<Uint8Array, EditFault> => {
  const edited = editText(
    unitsOf(bytes),
    edits.map(({ find, replace }) => ({ find: unitsOf(utf8Bytes(find)), replace: unitsOf(utf8Bytes(replace)) })),
  );
  return edited.ok ? accepted(bytesOf(edited.value)) : edited;
};

const CHUNK = 8 * 1024;

/** A text with one unit for each byte. */
const unitsOf = (bytes: Uint8Array): string => {
  const chunks: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + CHUNK)));
  }
  return chunks.join("");
};

const bytesOf = (units: string): Uint8Array => {
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) bytes[index] = units.charCodeAt(index);
  return bytes;
};
