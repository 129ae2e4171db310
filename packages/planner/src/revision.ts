import { DIAGNOSTIC_CODES, type Diagnostic, type PromptLimits } from "@llmch/contract";
import { formatDiagnostic, quoteAsData, utf8Length } from "@llmch/text";

/** An answer to send back, and what was found in it. */
export interface SentBack {
  /** The answer, in its quoted form. */
  readonly answer: string;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The kind of answer: a plan that accepts single changed orders, any other plan, one order, an order's children, or a build's document. */
  readonly what: "orders" | "manifest" | "order" | "division" | "scope" | "assessment" | "examination";
}

/**
 * The prompt that sends an answer back. It starts with the first prompt, word for word, so the rules and the spec are repeated and a
 * provider's cache can serve them. Then come every error and warning, grouped by order, and the answer.
 */
export const revisionPrompt = (
  firstPrompt: string,
  sent: SentBack,
  limits: Pick<PromptLimits, "promptBytes">,
): string => {
  const { answer, errors, warnings, what } = sent;
  const form = FORMS[what];
  return [
    firstPrompt.trimEnd(),
    ...(errors.length > 0
      ? ["# Your previous answer was refused", `${REFUSED} ${form}`]
      : ["# Your previous answer stands, and has weak places", `${STANDS} ${form}`]),
    ...section("Errors", errors, what),
    ...section("Warnings", warnings, what),
    "## The rules that were broken",
    rulesMet([...errors, ...warnings]),
    "## Your previous answer",
    quoteAsData("previous answer", shortened(answer, roomForAnswer(firstPrompt, limits))),
    LAST_WORDS[what],
  ].join("\n\n");
};

/** Roughly what the findings, and the words around them, take. */
const FINDINGS_BYTES = 4_000;
/** With less than this of its answer, a model could correct nothing. */
const LEAST_CHARACTERS = 1_000;

/** How many characters of an answer fit beside the first prompt. */
export const roomForAnswer = (firstPrompt: string, { promptBytes }: Pick<PromptLimits, "promptBytes">): number =>
  Math.max(LEAST_CHARACTERS, promptBytes - utf8Length(firstPrompt) - FINDINGS_BYTES);

const REFUSED =
  "A deterministic check found the errors below in your previous answer. Fix every one of them, and mend what a warning is right about. " +
  "Change nothing else but what has to change with it.";
const STANDS =
  "It breaks no rule. A deterministic check found the warnings below, and asks once: mend each that is right, and leave what is right as " +
  "it is.";

/** How a model answers with single orders of a plan. */
export const CHANGED_ORDERS =
  'Answer with one JSON object and nothing else: `{"revised_orders": [...]}` holds each order that changes, whole, under its id, and new ' +
  "ones that come last; every other order stays as it was. `system_overview`, `verify_contract` and `plan_acceptance` go beside it if they " +
  'change; `"fulfils": {"WO-01": ["7"]}` adds to what an order fulfils. If orders go or get other ids, give the whole manifest in ' +
  "`work_orders` instead.";

const FORMS: Readonly<Record<SentBack["what"], string>> = {
  orders: CHANGED_ORDERS,
  manifest: "Answer with the whole manifest again, one JSON object and nothing else.",
  order:
    "Answer again with the id and every member that is to differ from the order above, one JSON object and nothing else.",
  division: "Answer with the whole division again, one JSON object and nothing else.",
  scope: "Answer with the whole scope again, one JSON object and nothing else.",
  examination: "Answer with all checks and questions again, one JSON object and nothing else.",
  assessment: "Answer with the whole assessment again, one JSON object and nothing else.",
};

const LAST_WORDS: typeof FORMS = {
  orders: "Answer now with the corrected orders alone, or with the whole corrected manifest if ids change.",
  manifest: "Answer now with the whole corrected manifest.",
  order: "Answer now with every member that is to differ from the order above.",
  division: "Answer now with the whole corrected division.",
  scope: "Answer now with the whole corrected scope.",
  examination: "Answer now with all checks, the corrected ones among them.",
  assessment: "Answer now with the whole corrected assessment.",
};

// Quoted, since an order's id is the model's own text and may be anything.
const section = (title: string, findings: readonly Diagnostic[], what: SentBack["what"]): readonly string[] =>
  findings.length === 0
    ? []
    : [`## ${title}`, quoteAsData(title.toLowerCase(), groupedByOrder(findings, what).join("\n\n"))];

const groupedByOrder = (findings: readonly Diagnostic[], what: SentBack["what"]): readonly string[] => {
  const whole = what === "scope" || what === "assessment" || what === "examination" ? what : "plan";
  const groups = new Map<string, string[]>();
  for (const finding of findings) {
    const heading = finding.wo_id ?? `The whole ${whole}`;
    const lines = groups.get(heading);
    if (lines === undefined) groups.set(heading, [formatDiagnostic(finding)]);
    else lines.push(formatDiagnostic(finding));
  }
  return [...groups].map(([heading, lines]) => [`### ${heading}`, ...lines].join("\n"));
};

const rulesMet = (findings: readonly Diagnostic[]): string =>
  [...new Set(findings.map(({ code }) => code))]
    .sort()
    .map((code) => `- ${code}: ${DIAGNOSTIC_CODES[code].title}. Fix: ${DIAGNOSTIC_CODES[code].hint}.`)
    .join("\n");

const shortened = (response: string, most: number): string =>
  response.length <= most
    ? response
    : `${response.slice(0, most)}\n(cut here: ${response.length - most} more characters)`;
