import { Transform } from "node:stream";

const MOST_BYTES = 10 * 1024 * 1024;
const END_BYTES = 1024;

/** Passes messages on, a line each. One that is longer than 10 MiB is answered with an error; its id may be at either end. */
export const messageStream = (answer: (message: string) => void): Transform => {
  let [line, isLong] = ["", false];
  const refuse = (): void => {
    const [, id = "null"] = /"id"\s*:\s*(\d+|"[^"\\]*")/.exec(line) ?? [];
    const error = { code: -32_600, message: "the message is longer than 10 MiB: name a file instead of its text" };
    answer(`${JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(id), error })}\n`);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (const piece of chunk.toString("latin1").split(/(?<=\n)/)) {
        line += piece;
        isLong ||= line.length > MOST_BYTES;
        if (isLong) line = line.slice(0, END_BYTES) + line.slice(END_BYTES).slice(-END_BYTES);
        if (!piece.endsWith("\n")) continue;
        if (isLong) refuse();
        else this.push(Buffer.from(line, "latin1"));
        [line, isLong] = ["", false];
      }
      done();
    },
  });
};
