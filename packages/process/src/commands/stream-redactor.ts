import { createRedactor } from "@llmch/contract";

/** Takes secrets out of a stream of bytes, those too that lie across two pieces of it (contract §7). */
export interface StreamRedactor {
  /** What can be passed on so far; the end, where a secret may have begun, is kept back. */
  take(chunk: Buffer): Buffer;
  /** What was kept back, once the stream is at its end. */
  rest(): Buffer;
}

/** Finds secrets in all the forms that `createRedactor` knows, and leaves every other byte as it is. */
export const createStreamRedactor = (secrets: readonly string[]): StreamRedactor => {
  const stream = createRedactor(secrets).stream();
  return {
    take: (chunk) => {
      // In Latin-1 every byte is a character of its own: nothing is cut or lost, whatever the encoding.
      const arrived = chunk.toString("latin1");
      const passed = stream.take(arrived);
      return passed === arrived ? chunk : Buffer.from(passed, "latin1");
    },
    rest: () => Buffer.from(stream.rest(), "latin1"),
  };
};
