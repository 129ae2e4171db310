import { type Review, readReview } from "@llmch/contract";
import {
  answeredDocument,
  answerInWords,
  type JsonObject,
  type Result,
  readJson,
  rejected,
  strictObject,
} from "@llmch/text";

const nullable = (type: string, description: string): JsonObject => ({
  anyOf: [{ type, description }, { type: "null" }],
});

/** The JSON Schema that a server with strict structured output enforces on a reviewer's answer. */
export const REVIEW_ANSWER = {
  name: "review",
  schema: strictObject({
    summary: { type: "string", description: "What you think of the change, in a sentence or two." },
    notes: {
      type: "array",
      description: "What is wrong, the gravest first; empty if nothing is.",
      items: strictObject({
        severity: { type: "string", enum: ["blocker", "major", "minor", "nit"] },
        path: nullable("string", "The file that the note is about; null for the whole change."),
        line: nullable("integer", "The line of the file as it is after the change; or null."),
        claim: { type: "string", description: "What is wrong, and when it shows." },
        evidence: nullable("string", "The sentence of the order that the claim rests on, copied; or null."),
        command: nullable("string", "A command that fails if the claim holds, and exits with 0 if not; or null."),
      }),
    },
  }),
} as const;

/** Parses a reviewer's answer. The issues are sentences for the reviewer. */
export const parseReview = (text: string): Result<Review, string> => {
  const document = answeredDocument(text);
  const json = readJson(document);
  if (!json.ok) return rejected(`the answer is not JSON: ${answerInWords(document) ?? json.issues[0].message}`);
  const review = readReview(json.value);
  return review.ok ? review : rejected(`the answer is no review: ${review.issues.join("; ")}`);
};
