import { printable } from "@llmch/contract";
import type { CommandContext } from "../command-context.ts";
import { whileShown } from "../console/run-view.ts";
import type { RunView } from "../console/view.ts";

interface Shown {
  readonly command?: string;
  /** The spec, or the plan that is revised. */
  readonly subject: string;
  /** As the user named it, or as it was found; false for none. */
  readonly repo: string | false;
  readonly model: { readonly replay: string | null; readonly warnings: readonly string[] };
}

/** Shows a compile as it progresses: who is asked, any warnings, then its events. */
export const whilePlanShown = <Value>(
  { command = "llmch plan", subject, repo, model }: Shown,
  { console, settings }: CommandContext,
  work: (view: RunView) => Promise<Value>,
): Promise<Value> => {
  const { bold, yellow } = console.colors;
  const replayed = model.replay === null ? "" : `, replay of ${model.replay}`;
  const target = repo === false ? "" : `, for ${repo === "." ? "the repo of this directory" : printable(repo)}`;
  console.progress(
    `${bold(command)}  ${printable(subject)}${target}, ${settings.values.planner.model.join(", ")}${replayed}`,
  );
  for (const warning of model.warnings) console.progress(yellow(`warning: ${printable(warning)}`));
  const watched = { outline: { kind: "plan" }, asks: model.replay === null, caps: settings.values.budget } as const;
  return whileShown(watched, console, work);
};
