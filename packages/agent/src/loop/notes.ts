import type { RequestMessage, ToolDefinition } from "@llmch/contract";

/** From so many questions left on the model is told of it. */
const FEW = 3;

type Tools = readonly Pick<ToolDefinition, "name">[];

/** What is said below results; null if there is nothing to say. */
export const notesOf = (notes: readonly string[], left: number, tools: Tools): RequestMessage | null => {
  const all = [...notes, ...(left > 0 && left <= FEW ? [leftInWords(left, tools)] : [])];
  return all.length === 0 ? null : { role: "user", content: all.join("\n\n") };
};

/** What is wrong with an answer that calls no tool. */
export const faultNote = (fault: string, tools: Tools): string =>
  `That answer cannot be taken: ${fault}\n\n${tools.length === 0 ? "Answer again." : "Call a tool, or answer in the form that is asked for."}`;

const leftInWords = (left: number, tools: Tools): string => {
  const end = tools.some(({ name }) => name === "propose")
    ? "call `propose` once the draft is as it should be, or `object`"
    : "give your answer";
  return left === 1 ? `One more turn is left: ${end} now.` : `${left} more turns are left: ${end} within them.`;
};
