/** Why a JSON text is rejected. */
export interface JsonFault {
  readonly kind: "too-large" | "too-deep" | "duplicate-key" | "syntax";
  /** One sentence, with the position if known. */
  readonly message: string;
  /** The position of the fault, in UTF-16 units after a byte order mark; undefined if unknown. */
  readonly offset?: number;
}

/** The platform's message, with the position in the form that all faults use. The platform's own form varies by version. */
export const syntaxFault = (message: string, text: string): JsonFault => {
  const [said, offset] = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message) ?? [];
  if (said === undefined) return { kind: "syntax", message };
  return faultAt(Number(offset), "syntax", message.slice(0, -said.length), text);
};

export const faultAt = (offset: number, kind: JsonFault["kind"], what: string, text: string): JsonFault => ({
  kind,
  message: `${what} at ${position(text, offset)}`,
  offset,
});

const position = (text: string, index: number): string => {
  let [line, start] = [1, 0];
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", start))
    [line, start] = [line + 1, at + 1];
  return `line ${line}, column ${index - start + 1}`;
};
