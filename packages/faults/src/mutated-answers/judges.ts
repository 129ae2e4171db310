import { promptLimits } from "@llmch/contract";
import { objectionFaults, parseAnswer, readOrderFiles, validateProposal } from "@llmch/factory";
import { checkText } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import { memoryWorkspace } from "@llmch/testkit";
import { answeredDocument } from "@llmch/text";
import { FILES, ORDER } from "./answers.ts";

const files = readOrderFiles(ORDER, memoryWorkspace(FILES));

/** Whether an answer to an order is accepted, and if so, what is wrong with it. */
export const judgeProposalText = async (
  text: string,
): Promise<{ readonly accepted: boolean; readonly fault: string | null }> => {
  const answer = parseAnswer(text);
  if (!answer.ok) return { accepted: false, fault: null };
  if (answer.value.kind === "objection") {
    const { objection } = answer.value;
    if (objectionFaults(ORDER, objection, new Set(Object.keys(FILES))).length > 0)
      return { accepted: false, fault: null };
    const allowed = objection.blocked_by.find((path) => ORDER.allowed_files.includes(path));
    return { accepted: true, fault: allowed === undefined ? null : `${allowed} blocks nothing` };
  }
  const verdict = validateProposal(ORDER, answer.value.proposal, await files, promptLimits(400_000));
  if (!verdict.ok) return { accepted: false, fault: null };
  const outside = verdict.changes.find(({ path }) => !ORDER.allowed_files.includes(path));
  return { accepted: true, fault: outside === undefined ? null : `${outside.path} is outside the order` };
};

/** Whether a plan is accepted. */
export const judgePlanText = (text: string): boolean => {
  const check = checkText(answeredDocument(text), { repoFiles: [], syntaxes: SYNTAX_READERS });
  return check.errors.length === 0;
};

/** How a text has changed all objects, or null. */
export const pollution = (): string | null => {
  const [name] = Object.keys(Object.prototype);
  return name === undefined ? null : `every object has ${name} now`;
};
