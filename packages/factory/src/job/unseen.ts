import { acceptanceOf, unseenCommands } from "@llmch/contract";
import { counted } from "@llmch/text";
import type { OrderJob } from "./order-job.ts";
import type { Ports } from "./ports.ts";

/**
 * The job of an order that its user did not write as it is: its new commands run in the sandbox without the network (contract §10, "No
 * wider"). If nothing isolates commands, they are left out, and a warning says so.
 */
export const withUnseen = async (
  job: OrderJob,
  { commands, ledger }: Pick<Ports, "commands" | "ledger">,
): Promise<OrderJob> => {
  const { order, origin } = job;
  const unseen = new Set(origin === undefined ? [] : unseenCommands(order, origin));
  if (unseen.size === 0) return job;
  if (commands.refusesUnseen !== true) return { ...job, unseen };
  const visible = acceptanceOf(order).flatMap(({ command, hidden }) =>
    unseen.has(command) && !hidden ? [command] : [],
  );
  const named = visible.length === unseen.size ? visible.map((command) => `\`${command}\``).join(", ") : null;
  const message = `left out, since a model chose it and nothing isolates commands here: ${named ?? counted(unseen.size, "command")}`;
  await ledger.emit({ type: "warning", message });
  const left = {
    ...order,
    acceptance_commands: order.acceptance_commands.filter(
      (each) => !unseen.has(typeof each === "string" ? each : each.command),
    ),
    derive: (order.derive ?? []).filter(({ command }) => !unseen.has(command)),
  };
  return { ...job, order: left, plan: (job.plan ?? []).map((each) => (each === order ? left : each)) };
};
