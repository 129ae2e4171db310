import { entryOf, type OperationName, type Outcome, type OutcomeError, refused, resultDocument } from "@llmch/app";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import { z } from "zod";

/** The most bytes of an answer, as it is sent: of 256 KB, the envelope takes less than one. */
export const MOST_BYTES = 255 * 1024;

/** How long a value is as it is sent: control characters and quotes grow as JSON. */
export const sentBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

type Document = Readonly<Record<string, unknown>>;

/**
 * A tool's answer: the document for programs, the same as text for clients that show nothing else, and links. What is too long is cut, and
 * says where the whole is.
 * @param whole the command that prints all of it
 */
export const answer = (
  document: Document,
  whole: string,
  { isError = false, links = [] }: { readonly isError?: boolean; readonly links?: readonly ContentBlock[] } = {},
): CallToolResult => {
  const said = (part: Document, more = links): CallToolResult => ({
    content: [{ type: "text", text: JSON.stringify(part) }, ...more],
    structuredContent: part,
    ...(isError ? { isError } : {}),
  });
  const cut = `parts are left out: \`${whole.slice(0, LONGEST_COMMAND)}\` prints all`;
  let result = said(document);
  for (let most = LONGEST; sentBytes(result) > MOST_BYTES; most >>= 2) {
    if (most === 0) return said({ ...essence(document), cut }, []);
    result = said({ ...Object(shortened(document, most)), cut });
  }
  return result;
};

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
    run_id: z.string().nullable().optional(),
    errors: z.array(z.looseObject({ code: z.string(), message: z.string(), hint: z.string().optional() })),
    warnings: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    cut: z.string().optional().describe("said if the answer was too long: how to get all of it"),
    ...own,
  });

/** The answer to a tool that is an operation: what the command prints with `--json`. */
export const outcomeAnswer = (
  operation: OperationName | null,
  outcome: Outcome,
  whole: string,
  links: readonly ContentBlock[] = [],
): CallToolResult => {
  const { duration_ms: _, ...document } = resultDocument(operation === null ? null : entryOf(operation), outcome, 0);
  return answer(document, whole, { isError: outcome.verdict === "REFUSED" || outcome.result === null, links });
};

/** The answer to a tool that was refused. */
export const refusedAnswer = (errors: readonly OutcomeError[]): CallToolResult =>
  outcomeAnswer(null, refused(errors), "");
