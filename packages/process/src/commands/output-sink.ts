import { closeSync, openSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory, writeFully } from "@llmch/files";
import { createRedactor, recordText } from "@llmch/text";

/** Bytes kept from the end: enough for the tail even if escapes take up much of it. */
const HELD_BYTES = 256 * 1024;

/** Bytes at the end in which to look for the last line. */
const LINE_BYTES = 4096;

/** Takes one stream of a command: writes it to a file up to a cap, counts the rest, and keeps the end in memory. */
export interface OutputSink {
  take(chunk: Buffer): void;
  close(): void;
  printedBytes(): number;
  /** Bytes that are not in the file: past the cap, or because the disk is full. */
  droppedBytes(): number;
  tail(): string;
  /** The last line so far that is not empty, cut to what a screen may show. */
  lastLine(): string;
}

/** Makes the file and its folder. Throws if they cannot be made. Neither the file nor the tail contains a secret. */
export const openOutputSink = (file: string, capBytes: number, secrets: readonly string[] = []): OutputSink => {
  makeDirectory(dirname(file));
  // A new file: the old one may be a link out of the folder.
  rmSync(file, { force: true });
  const descriptor = openSync(file, "wx");
  const redactor = createStreamRedactor(secrets);
  // Clean text may join the parts of a secret that were apart before.
  const cleanTail = (bytes: Buffer): string => createRedactor(secrets).text(tailText(bytes));
  let printed = 0;
  let stored = 0;
  let dropped = 0;
  let isFull = false;
  let held: Buffer[] = [];
  let heldBytes = 0;

  const store = (chunk: Buffer) => {
    const fitting = isFull ? 0 : Math.min(chunk.length, capBytes - stored);
    try {
      // Synchronously, so that a flood waits in the pipe instead of in memory.
      if (fitting > 0) writeFully(descriptor, chunk.subarray(0, fitting));
      stored += fitting;
      dropped += chunk.length - fitting;
    } catch {
      isFull = true;
      dropped += chunk.length;
    }
  };
  const hold = (chunk: Buffer) => {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < 2 * HELD_BYTES) return;
    held = [Buffer.concat(held).subarray(-HELD_BYTES)];
    heldBytes = HELD_BYTES;
  };
  const keep = (bytes: Buffer) => {
    store(bytes);
    hold(bytes);
  };
  return {
    take: (chunk) => {
      printed += chunk.length;
      keep(redactor.take(chunk));
    },
    close: () => {
      keep(redactor.rest());
      closeSync(descriptor);
    },
    printedBytes: () => printed,
    droppedBytes: () => dropped,
    tail: () => cleanTail(Buffer.concat(held).subarray(-HELD_BYTES)),
    lastLine: () => {
      const end = lastBytes(held, LINE_BYTES);
      return cleanTail(end).trimEnd().split("\n").at(-1)?.trim() ?? "";
    },
  };
};

/** The end of bytes that came in pieces: the last `wanted` bytes, or fewer if there are fewer. */
const lastBytes = (pieces: readonly Buffer[], wanted: number): Buffer => {
  let [first, length] = [pieces.length, 0];
  while (first > 0 && length < wanted) {
    first -= 1;
    length += pieces[first]?.length ?? 0;
  }
  return Buffer.concat(pieces.slice(first)).subarray(-wanted);
};

/** Redacts secrets in a stream of bytes, including those split across two chunks (contract §7). */
export interface StreamRedactor {
  /** Gives what can be passed on so far; holds back the end, where a secret may have begun. */
  take(chunk: Buffer): Buffer;
  /** Gives what was held back, once the stream has ended. */
  rest(): Buffer;
}

/** Finds secrets in all the forms that `createRedactor` knows, and leaves every other byte as it is. */
export const createStreamRedactor = (secrets: readonly string[]): StreamRedactor => {
  const stream = createRedactor(secrets).stream();
  return {
    take: (chunk) => {
      // In Latin-1 every byte is one character: nothing is cut or lost, whatever the encoding.
      const arrived = chunk.toString("latin1");
      const passed = stream.take(arrived);
      return passed === arrived ? chunk : Buffer.from(passed, "latin1");
    },
    rest: () => Buffer.from(stream.rest(), "latin1"),
  };
};

/** Maximum characters kept from the end of a stream: test runners name failures before their summary. */
export const TAIL_CHARACTERS = 240_000;

/** The end of bytes that may have been cut anywhere, as clean text of at most `TAIL_CHARACTERS`. */
export const tailText = (bytes: Uint8Array): string => {
  let start = 0;
  while (start < Math.min(3, bytes.length) && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  const text = recordText(new TextDecoder().decode(bytes.subarray(start)));
  const tail = text.slice(-TAIL_CHARACTERS);
  return /^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail;
};
