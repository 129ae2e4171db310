import { accepted, type Result } from "../result.ts";
import { utf8Bytes } from "../sha256.ts";
import { atOnce, type Steps } from "../steps.ts";
import { byteUnits, unitsOfBytes } from "../utf8-text.ts";
import { type Edit, type EditFault, textEdits } from "./edit-text.ts";

/** `editText` on a file's bytes: an edit finds and inserts UTF-8. All other bytes stay, even a byte order mark or invalid UTF-8. */
export const editBytes = (bytes: Uint8Array, edits: readonly Edit[]): Result<Uint8Array, EditFault> =>
  atOnce(byteEdits(bytes, edits));

/** The same, but interruptible. */
export function* byteEdits(bytes: Uint8Array, edits: readonly Edit[]): Steps<Result<Uint8Array, EditFault>> {
  const edited = yield* textEdits(
    yield* unitsOfBytes(bytes),
    edits.map(({ find, replace }) => ({ find: byteUnits(utf8Bytes(find)), replace: byteUnits(utf8Bytes(replace)) })),
  );
  return edited.ok ? accepted(yield* bytesOf(edited.value)) : edited;
}

/** The number of bytes in one step. */
const STEP = 256 * 1024;

function* bytesOf(units: string): Steps<Uint8Array> {
  const bytes = new Uint8Array(units.length);
  for (let index = 0; index < units.length; index++) {
    if (index % STEP === STEP - 1) yield;
    bytes[index] = units.charCodeAt(index);
  }
  return bytes;
}
