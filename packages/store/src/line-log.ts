import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync } from "node:fs";
import { namedFault, writeFully } from "@llmch/files";

/** An append-only file of lines, in which every line is complete. */
export interface LineLog {
  /** Adds one line. A `durable` one is on disk when the call returns. Throws if the machine fails, and then adds nothing. */
  append(line: string, options: { readonly durable: boolean }): void;
  close(): void;
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** Creates the file, which must not exist. */
export const createLog = (file: string): LineLog =>
  logAt(file, openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW), 0);

/** Continues a file whose first `wholeBytes` bytes are complete lines, and cuts off what a crash left after them. */
export const continueLog = (file: string, wholeBytes: number): LineLog => {
  const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK);
  cutTo(descriptor, wholeBytes);
  return logAt(file, descriptor, wholeBytes);
};

const logAt = (file: string, descriptor: number, start: number): LineLog => {
  let end = start;
  return {
    append: (line, { durable }) => {
      const bytes = Buffer.from(`${line}\n`);
      try {
        // If the disk was full, it may have taken part of an earlier line.
        cutTo(descriptor, end);
        writeFully(descriptor, bytes);
        if (durable) fsyncSync(descriptor);
      } catch (fault) {
        throw namedFault(file, "written", fault);
      }
      end += bytes.length;
    },
    close: () => closeSync(descriptor),
  };
};

const cutTo = (descriptor: number, bytes: number): void => {
  if (fstatSync(descriptor).size > bytes) ftruncateSync(descriptor, bytes);
};
