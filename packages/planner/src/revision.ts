import { DIAGNOSTIC_CODES, type Diagnostic, formatDiagnostic, quoteAsData } from "@llmch/contract";

/** Longest previous response that is quoted, in characters: ten times what a large plan takes. */
const LONGEST_RESPONSE = 1_000_000;

/**
 * The prompt that sends a plan back. It starts with the first prompt, word for word, so that the rules and the spec are
 * there again and a provider's cache can serve them; then every error, grouped by order, and the refused answer.
 */
export const revisionPrompt = (firstPrompt: string, response: string, errors: readonly Diagnostic[]): string =>
  [
    firstPrompt.trimEnd(),
    "# Your previous answer was refused",
    "A deterministic check found the errors below in your previous answer. Mend every one of them and change nothing " +
      "else: an order without an error stays word for word as it was. Then answer with the whole manifest again, one " +
      "JSON object and nothing else.",
    "## Errors",
    // An order's id is the model's own text, and so may be anything.
    quoteAsData("errors", groupedByOrder(errors).join("\n\n")),
    "## The rules that were broken",
    rulesMet(errors),
    "## Your previous answer",
    quoteAsData("previous answer", shortened(response)),
    "Answer now with the whole mended manifest.",
  ].join("\n\n");

const groupedByOrder = (errors: readonly Diagnostic[]): readonly string[] => {
  const groups = new Map<string, string[]>();
  for (const error of errors) {
    const heading = error.wo_id ?? "The whole plan";
    const lines = groups.get(heading);
    if (lines === undefined) groups.set(heading, [formatDiagnostic(error)]);
    else lines.push(formatDiagnostic(error));
  }
  return [...groups].map(([heading, lines]) => [`### ${heading}`, ...lines].join("\n"));
};

const rulesMet = (errors: readonly Diagnostic[]): string =>
  [...new Set(errors.map(({ code }) => code))]
    .sort()
    .map((code) => `- ${code}: ${DIAGNOSTIC_CODES[code].title}. Mend: ${DIAGNOSTIC_CODES[code].hint}.`)
    .join("\n");

const shortened = (response: string): string =>
  response.length <= LONGEST_RESPONSE
    ? response
    : `${response.slice(0, LONGEST_RESPONSE)}\n(cut here: ${response.length - LONGEST_RESPONSE} more characters)`;
