import type { SeenRequest } from "@llmch/testkit";
import { isJsonObject, type JsonObject } from "@llmch/text";
import { oldPathOf, pathOf } from "./part-paths.ts";

/** An order that failed is divided. */
export const DIVIDING = JSON.stringify([{ after: "any", failures: 1, do: "divide" }]);

/** What a planner is asked in the middle of a run, by the call's key. */
export const plannerQuestion = ({ body, prompt }: SeenRequest): { readonly key: string; readonly answer: string } => {
  const format = isJsonObject(body.text) ? body.text.format : undefined;
  const name = isJsonObject(format) ? format.name : undefined;
  const number = Number(/"id": "WO-0(\d)"/.exec(prompt)?.[1] ?? 1);
  return name === "design"
    ? { key: "design/attempt-1", answer: JSON.stringify(DESIGN) }
    : { key: `WO-0${number}/division-1/attempt-1`, answer: JSON.stringify({ work_orders: childrenOf(number) }) };
};

const DESIGN = {
  modules: [{ name: "parts", paths: ["old-1"], purpose: "What is to be ready." }],
  interfaces: [{ name: "part", path: pathOf(1), signature: "a line of text", about: "" }],
  names: [{ name: "ready", meaning: "That a part may be used." }],
  decisions: [{ decision: "No part knows another.", why: "", paths: [] }],
};

/** One makes the file, and the other removes the old one. */
const childrenOf = (number: number): readonly JsonObject[] =>
  [
    { title: "Write it", path: pathOf(number), after: { kind: "file_exists", path: pathOf(number) } },
    { title: "Remove the old one", path: oldPathOf(number), after: { kind: "file_absent", path: oldPathOf(number) } },
  ].map(({ title, path, after }, index) => ({
    ...{ id: `WO-0${number}.${index + 1}`, title, intent: `${title}.`, preconditions: [], postconditions: [after] },
    ...{ allowed_files: [path], forbidden: [], context_files: [], notes: null },
    acceptance_commands: [`grep -q ready ${pathOf(number)}`],
  }));
