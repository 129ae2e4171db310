import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync } from "node:fs";
import { namedFault, writeFully } from "@llmch/files";

/** A file of lines that is only added to, and in which every line is whole. */
export interface LineLog {
  /** Adds one line. A `durable` one is on the disk when the call returns. Throws the machine's fault, and then adds nothing. */
  append(line: string, options: { readonly durable: boolean }): void;
  close(): void;
}

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/** Makes the file, which must be new. */
export const createLog = (file: string): LineLog =>
  logAt(file, openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW), 0);

/** Continues a file whose first `wholeBytes` bytes are whole lines, and cuts off what a crash left after them. */
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
        // A disk that was full has taken a part of an earlier line.
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
