import { printable } from "@llmch/contract";
import type { CommandContext } from "../command-context.ts";
import { whileShown } from "../console/run-view.ts";
import type { RunView } from "../console/view.ts";

/** Shows a compile while it goes on: who is asked, what there is to warn of, then its events. */
export const whilePlanShown = <Value>(
  spec: string,
  model: { readonly replay: string | null; readonly warnings: readonly string[] },
  { console, settings }: CommandContext,
  work: (view: RunView) => Promise<Value>,
): Promise<Value> => {
  const { bold, yellow } = console.colors;
  const replayed = model.replay === null ? "" : `, replay of ${model.replay}`;
  console.progress(`${bold("llmch plan")}  ${printable(spec)}, ${settings.values.planner.model.join(", ")}${replayed}`);
  for (const warning of model.warnings) console.progress(yellow(`warning: ${printable(warning)}`));
  return whileShown({ outline: { kind: "plan" }, asks: model.replay === null }, console, work);
};
