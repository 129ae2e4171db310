import type { Context } from "@llmch/config";
import { acceptanceOf } from "@llmch/contract";
import { commandInWords, verificationOf } from "@llmch/languages";
import { type OrderTask, type Prepared, treeAt } from "@llmch/run";

/** The commands that a run starts, judging by its baseline. */
export interface RunCommands {
  readonly setup: readonly string[];
  /** Run after each order. */
  readonly verify: readonly string[];
  /** Why these verify the repo. */
  readonly verifyReason: string;
  /** The acceptance commands of each order, and those of the plan as a whole. */
  readonly orders: readonly { readonly id: string; readonly acceptance: readonly string[] }[];
  /** Those that make or change files in the commits, one sentence each. */
  readonly derives: readonly string[];
}

/** What would run according to the baseline's tree; an order may change how the repo is verified. */
export const runCommands = async (
  tasks: readonly OrderTask[],
  { repo, baseline, choices, derives, planAcceptance }: Prepared,
  { settings, env }: Context,
): Promise<RunCommands> => {
  const { commands, reason } = verificationOf(await treeAt(repo, baseline, choices, env), choices);
  return {
    setup: settings.values.setup.commands,
    verify: commands.map(commandInWords),
    verifyReason: reason,
    orders: [
      ...tasks.map(({ loaded: { order } }) => ({ id: order.id, acceptance: acceptanceOf(order) })),
      ...(planAcceptance.length === 0 ? [] : [{ id: "the whole", acceptance: planAcceptance }]),
    ].map(({ id, acceptance }) => ({ id, acceptance: acceptance.map(({ command }) => command) })),
    derives,
  };
};
