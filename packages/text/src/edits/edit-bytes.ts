import { accepted, type Result } from "../result.ts";
import { utf8Bytes } from "../sha256.ts";
import { byteUnits } from "../utf8-text.ts";
import { type Edit, type EditFault, editText } from "./edit-text.ts";

/** `editText` on a file's bytes: an edit finds and inserts UTF-8. All other bytes stay, even a byte order mark or invalid UTF-8. */
export const editBytes = (bytes: Uint8Array, edits: readonly Edit[]): Result<Uint8Array, EditFault> => {
  const edited = editText(
    byteUnits(bytes),
    edits.map(({ find, replace }) => ({ find: byteUnits(utf8Bytes(find)), replace: byteUnits(utf8Bytes(replace)) })),
  );
  return edited.ok ? accepted(bytesOf(edited.value)) : edited;
};

const bytesOf = (units: string): Uint8Array => {
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) {
    bytes[index] = units.charCodeAt(index);
  }
  return bytes;
};
