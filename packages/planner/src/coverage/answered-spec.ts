import type { PlannerAnswer } from "@llmch/contract";

/** The file of a spec with its user's answers, in the folder of its plan's run. */
export const ANSWERED_SPEC = "answered_spec.txt";

const ANSWERS = "\n# The user's answers to the planner's questions\n";
const QUESTION = "## Question: ";

/** A spec with its user's answers, which are part of it: orders may quote them as they quote any other sentence. */
export const answeredSpec = (spec: string, answers: readonly PlannerAnswer[]): string => {
  const sections = answers.flatMap(({ question, answer }) =>
    answer === null ? [] : [`${QUESTION}${question}\n\n${answer}\n`],
  );
  return sections.length === 0 ? spec : [spec.trimEnd(), ANSWERS, ...sections].join("\n");
};

const SINCE = "\n# What its user asked for since\n";

/** A spec that also has what its user asked for since, before their answers. What it has already is not added again. */
export const demandedSince = (spec: string, texts: readonly string[]): string => {
  const [own, answers] = withoutAnswers(spec);
  const more = texts.filter((text) => !own.includes(text)).map((text) => `${text}\n`);
  const heading = own.includes(SINCE) ? "" : SINCE;
  return more.length === 0 ? spec : `${[own.trimEnd(), heading, ...more].join("\n")}${answers}`;
};

/** An answered spec in two: what its user wrote first, and the answers. They tell how to plan, so no order has to quote them. */
export const withoutAnswers = (spec: string): readonly [own: string, answers: string] => {
  const at = spec.indexOf(`\n${ANSWERS}\n${QUESTION}`);
  return at === -1 ? [spec, ""] : [spec.slice(0, at), spec.slice(at)];
};
