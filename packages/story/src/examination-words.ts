import type { Examination, ExaminationCheck, Scope } from "@llmch/contract";

/** An examination for people: its findings first, then every check with its program and how it ran, and what the spec leaves open. */
export const examinationInWords = ({ checks, findings, struck, questions, cut }: Examination): string => {
  const reasons = new Map(struck.map(({ id, reason }) => [id, reason]));
  const standing = findings.map(({ id, check, sentence, flaky, open }) => {
    const reason = reasons.get(id);
    const how = reason !== undefined ? `struck: ${reason}` : !open ? "mended" : flaky ? "fails at times" : "stands";
    return `${id}  ${how}: ${sentence} (${check})`;
  });
  const parts = [
    ...(standing.length === 0 ? [] : [["Findings", ...standing].join("\n")]),
    ...checks.map((check) => checkInWords(check, cut.includes(check.id))),
    ...(questions.length === 0
      ? []
      : [
          ["What the spec leaves open", ...questions.map((each) => `- ${each.sentence}\n  ${each.question}`)].join(
            "\n",
          ),
        ]),
  ];
  return `${parts.join("\n\n")}\n`;
};

const checkInWords = (check: ExaminationCheck, isCut: boolean): string => {
  const { id, milestone, sentences, program, language, expects, withdrawn, results } = check;
  const last = results.at(-1);
  const runs = [
    ...(last?.alone ?? []).map((passed) => (passed ? "passed" : "failed")),
    ...(last?.loaded == null ? [] : [`under load ${last.loaded ? "passed" : "failed"}`]),
  ];
  const how = withdrawn
    ? "withdrawn by its examiner"
    : `${runs.join(", ") || "did not run"}${isCut ? " (cut short)" : ""}`;
  return [
    `${id}${milestone === null ? "" : ` of ${milestone}`}  ${how}`,
    ...sentences.map((sentence) => `  holds   ${sentence}`),
    `  expects ${expects}`,
    `  ${language}`,
    ...program.split("\n").map((line) => `    ${line}`),
    ...(last === undefined || last.output === ""
      ? []
      : ["  printed", ...last.output.split("\n").map((line) => `    ${line}`)]),
  ].join("\n");
};

/** The programs that accept each milestone of a scope, whole. */
export const checksInWords = ({ milestones }: Pick<Scope, "milestones">): string =>
  `${milestones
    .map(({ id, outcome, acceptance }) => {
      const programs = acceptance.map(({ command, hidden }) => `${hidden ? "  hidden" : "        "}  ${command}`);
      return [`${id}  ${outcome}`, ...programs].join("\n");
    })
    .join("\n\n")}\n`;
