import { DIAGNOSTIC_CODES, type Diagnostic, formatDiagnostic, quoteAsData } from "@llmch/contract";

/**
 * The prompt that sends a plan back. It starts with the first prompt, word for word, so that it repeats the rules and the spec
 * and a provider's cache can serve them. Then come every error, grouped by order, and the refused answer.
 * @param most how many characters of the answer are quoted
 * @param what was answered with
 */
export const revisionPrompt = (
  firstPrompt: string,
  response: string,
  errors: readonly Diagnostic[],
  most: number,
  what: "manifest" | "order" = "manifest",
): string =>
  [
    firstPrompt.trimEnd(),
    "# Your previous answer was refused",
    "A deterministic check found the errors below in your previous answer. Fix every one of them and change nothing " +
      `else: ${what === "manifest" ? "an order without an error" : "what has no error"} stays word for word as it was. Then answer with the whole ${what} again, one ` +
      "JSON object and nothing else.",
    "## Errors",
    // An order's id is the model's own text, so it may be anything.
    quoteAsData("errors", groupedByOrder(errors).join("\n\n")),
    "## The rules that were broken",
    rulesMet(errors),
    "## Your previous answer",
    quoteAsData("previous answer", shortened(response, most)),
    `Answer now with the whole corrected ${what}.`,
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
    .map((code) => `- ${code}: ${DIAGNOSTIC_CODES[code].title}. Fix: ${DIAGNOSTIC_CODES[code].hint}.`)
    .join("\n");

const shortened = (response: string, most: number): string =>
  response.length <= most
    ? response
    : `${response.slice(0, most)}\n(cut here: ${response.length - most} more characters)`;
