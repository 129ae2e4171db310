import type { RequestMessage, ToolDefinition } from "@llmch/contract";

/** At this many remaining questions, the model is warned. */
const FEW = 3;

type Tools = readonly Pick<ToolDefinition, "name">[];

/** The message after results; null if there is nothing to say. */
export const notesOf = (notes: readonly string[], left: number, tools: Tools): RequestMessage | null => {
  const all = [...notes, ...(left > 0 && left <= FEW ? [leftInWords(left, tools)] : [])];
  return all.length === 0 ? null : { role: "user", content: all.join("\n\n") };
};

/** Explains a faulty answer without tool calls. */
export const faultNote = (fault: string, tools: Tools): string =>
  `That answer cannot be taken: ${fault}\n\n${tools.length === 0 ? "Answer again." : "Call a tool, or answer in the form that is asked for."}`;

const leftInWords = (left: number, tools: Tools): string => {
  const end = tools.some(({ name }) => name === "propose")
    ? "call `propose` once the draft is as it should be, or `object`"
    : "give your answer";
  return left === 1 ? `One more turn is left: ${end} now.` : `${left} more turns are left: ${end} within them.`;
};
