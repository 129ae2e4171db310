/** Takes secrets out of a stream of bytes, those too that lie across two pieces of it (contract §7). */
export interface StreamRedactor {
  /** What can be passed on so far; the end, where a secret may have begun, is kept back. */
  take(chunk: Buffer): Buffer;
  /** What was kept back, once the stream is at its end. */
  rest(): Buffer;
}

const MARK = "[redacted]";

export const createStreamRedactor = (secrets: readonly string[]): StreamRedactor => {
  // In Latin-1 every byte is a character of its own: nothing is cut or lost, whatever the encoding.
  const needles = secrets
    .map((secret) => Buffer.from(secret).toString("latin1"))
    .filter((needle) => needle !== "")
    .sort((a, b) => b.length - a.length);
  const keptBack = Math.max(0, (needles[0]?.length ?? 0) - 1);
  let kept = "";
  return {
    take: (chunk) => {
      if (needles.length === 0) return chunk;
      const arrived = kept + chunk.toString("latin1");
      const text = needles.reduce((rest, needle) => rest.replaceAll(needle, MARK), arrived);
      const end = Math.max(0, text.length - keptBack);
      kept = text.slice(end);
      return Buffer.from(text.slice(0, end), "latin1");
    },
    rest: () => {
      const last = Buffer.from(kept, "latin1");
      kept = "";
      return last;
    },
  };
};
