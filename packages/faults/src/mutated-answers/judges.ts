import { stripMarkdownFences } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { parseProposal, readOrderFiles, validateProposal } from "@llmch/factory";
import { checkText } from "@llmch/planner";
import { SYNTAX_READERS } from "@llmch/syntax";
import { memoryWorkspace } from "@llmch/testkit";
import { FILES, ORDER } from "./answers.ts";

const files = readOrderFiles(ORDER, memoryWorkspace(FILES));

/** Whether a proposal is accepted, and what is wrong with it then. */
export const judgeProposalText = async (
  text: string,
): Promise<{ readonly accepted: boolean; readonly fault: string | null }> => {
  const proposal = parseProposal(text);
  if (!proposal.ok) return { accepted: false, fault: null };
  const verdict = validateProposal(ORDER, proposal.value, await files, DEFAULT_SETTINGS.factory);
  if (!verdict.ok) return { accepted: false, fault: null };
  const outside = verdict.changes.find(({ path }) => !ORDER.allowed_files.includes(path));
  return { accepted: true, fault: outside === undefined ? null : `${outside.path} is outside the order` };
};

/** Whether a plan is accepted. */
export const judgePlanText = (text: string): boolean => {
  const check = checkText(stripMarkdownFences(text), { repoFiles: [], syntaxes: SYNTAX_READERS });
  return check.errors.length === 0;
};

/** How a text has changed every object, or null. */
export const pollution = (): string | null => {
  const [name] = Object.keys(Object.prototype);
  return name === undefined ? null : `every object has ${name} now`;
};
