import { createRedactor } from "@llmch/contract";

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
