import { entryOf, type OperationName, type Outcome, type OutcomeError, refused, resultDocument } from "@llmch/app";
import { formatRefusal } from "@llmch/text";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The most bytes of an answer, as it is sent: of 256 KB, the envelope takes less than one. */
export const MOST_BYTES = 255 * 1024;

/** How long a value is as it is sent: control characters and quotes grow as JSON. */
export const sentBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

type Document = Readonly<Record<string, unknown>>;

/**
 * A tool's answer: the document for programs, without what is null, the words for people and for clients that show nothing else, and links.
 * What is too long is cut, and says where the whole is.
 * @param whole the command that prints all of it
 */
export const answer = (
  document: Document,
  words: string,
  whole: string,
  { isError = false, links = [] }: { readonly isError?: boolean; readonly links?: readonly ContentBlock[] } = {},
): CallToolResult => {
  const spoken = wordsAnswer(words, whole, isError);
  const said = (part: Document, more = links): CallToolResult => ({
    ...spoken,
    content: [...spoken.content, ...more],
    structuredContent: part,
  });
  const told: Document = JSON.parse(JSON.stringify(document, (_, value) => value ?? undefined));
  let result = said(told);
  for (let most = LONGEST; sentBytes(result) > MOST_BYTES; most >>= 2) {
    if (most === 0) return said({ ...essence(told), cut: cutAt(whole) }, []);
    result = said({ ...Object(shortened(told, most)), cut: cutAt(whole) });
  }
  return result;
};

/** An answer that is to be read: what a command prints. */
export const wordsAnswer = (words: string, whole: string, isError = false): CallToolResult => {
  const part = beginning(words);
  const text = part === words ? words.trimEnd() : `${part}\n… ${cutAt(whole)}`;
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
};

/** As much of a text as is sent in half of an answer. */
export const beginning = (text: string): string => {
  let part = text.slice(0, MOST_BYTES / 2);
  while (sentBytes(part) > MOST_BYTES / 2) part = part.slice(0, part.length / 2);
  return part;
};

const cutAt = (whole: string): string => `parts are left out: \`${whole.slice(0, LONGEST_COMMAND)}\` prints all`;

const LONGEST = 32 * 1024;
const LONGEST_COMMAND = 1024;

/** What is left of a document of countless parts: what the schemas ask for. */
const essence = ({ ok, exit_code }: Document): Document => ({
  ...(typeof ok === "boolean" ? { ok } : {}),
  ...(typeof exit_code === "number" ? { exit_code } : {}),
  ...{ verdict: "", errors: [], warnings: [] },
});

/** A value whose texts and lists are no longer than that. */
const shortened = (value: unknown, most: number): unknown => {
  if (typeof value === "string") return value.length > most ? `${value.slice(0, most)}… (cut)` : value;
  if (Array.isArray(value)) return value.slice(0, Math.max(1, most >> 4)).map((each) => shortened(each, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part, most)]));
};

/** What every operation's document has, and members of its own. */
export const documentSchema = (own: z.ZodRawShape = {}): z.ZodObject =>
  z.looseObject({
    ok: z.boolean(),
    exit_code: z.int().describe("what the command would exit with"),
    verdict: z.string(),
    run_id: z.string().optional(),
    errors: z.array(z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() })),
    warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    cut: z.string().optional().describe("said if the answer was too long: how to get all of it"),
    ...own,
  });

/** The answer to a tool that is an operation: what the command prints with `--json`, and without; by default, why it was not done. */
export const outcomeAnswer = (
  operation: OperationName | null,
  outcome: Outcome,
  whole: string,
  words = errorsInWords(outcome),
): CallToolResult => {
  const { duration_ms: _, ...document } = resultDocument(operation === null ? null : entryOf(operation), outcome, 0);
  return answer(document, words, whole, { isError: outcome.verdict === "REFUSED" || outcome.result === null });
};

const errorsInWords = ({ errors = [] }: Outcome): string =>
  errors
    .map(
      (error) =>
        `error: ${"hint" in error && error.hint ? formatRefusal({ ...error, hint: error.hint }) : error.message}`,
    )
    .join("\n");

/** The answer to a tool that was refused. */
export const refusedAnswer = (errors: readonly OutcomeError[]): CallToolResult =>
  outcomeAnswer(null, refused(errors), "");
