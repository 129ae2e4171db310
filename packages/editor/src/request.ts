import type { Asked } from "@llmch/app";
import { type JsonObject, objectsMember, textMember } from "@llmch/text";

/** What follows a command's name is that member of the operation's request. */
const COMMANDS = [
  ["run-all", "orders", "[folder of orders]", "carry out a plan, by default the newest of the repo"],
  ["plan", "spec", "what is to be built", "compile a spec into work orders, and carry out nothing yet"],
  ["resume", "run", "[run]", "go on with a run, by default the newest unfinished one"],
  ["ask", "question", "a question about the repo", "answer it, with the lines that say so"],
] as const;

/** The commands, as a client is told them. */
export const AVAILABLE_COMMANDS = COMMANDS.map(([name, _, hint, description]) => ({
  ...{ name, description, input: { hint } },
}));

/** A command in a form that none has: no spec, which would be paid for. */
const MISTYPED = /^\s*\/\s*[\w-]+:?(?:\s|$)/;

/** What a prompt asks for: a command, else its text is the spec of a build; null if it is neither. No word of it is a flag. */
export const askedFor = (prompt: JsonObject): Pick<Asked, "operation" | "request"> | null => {
  const blocks = objectsMember(prompt, "prompt");
  const text = blocks.map((block) => textMember(block, "text") ?? textMember(block, "uri") ?? "").join("");
  const [, name, words = ""] = /^\/([a-z-]+)(?:\s+([\s\S]*))?$/.exec(text.trim()) ?? [];
  if (name === undefined)
    return text.trim() === "" || MISTYPED.test(text) ? null : { operation: "build", request: { spec: text } };
  const [operation, member] = COMMANDS.find(([each]) => each === name) ?? [];
  if (operation === undefined) return null;
  return { operation, request: words === "" ? {} : { [member ?? ""]: words } };
};
