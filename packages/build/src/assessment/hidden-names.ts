import type { Milestone } from "@llmch/contract";

/**
 * An acceptance command as the assessor is told it: a hidden one has a name instead of its text, since what the assessor says reaches
 * those who write code.
 */
export const commandName = (milestone: Milestone, command: string): string => {
  const commands = milestone.acceptance;
  if (commands.some((each) => each.command === command && !each.hidden)) return command;
  const hidden = commands.filter((each) => each.hidden).findIndex((each) => each.command === command);
  return hidden === -1 ? command : `hidden ${hidden + 1} of ${milestone.id}`;
};

/** A milestone with its hidden commands named. */
export const withNames = (milestone: Milestone): Milestone => ({
  ...milestone,
  acceptance: milestone.acceptance.map(({ command, hidden }) => ({
    command: hidden ? commandName(milestone, command) : command,
    hidden,
  })),
});

/** Milestones in which the names of hidden commands are those commands again. */
export const withoutNames = (
  milestones: readonly Milestone[],
  standing: readonly Milestone[],
): readonly Milestone[] => {
  const known = new Map(
    standing.flatMap((each) =>
      each.acceptance.flatMap(({ command, hidden }) =>
        hidden ? [[commandName(each, command), { command, hidden }] as const] : [],
      ),
    ),
  );
  return milestones.map((each) => ({
    ...each,
    acceptance: each.acceptance.map((given) => known.get(given.command.trim()) ?? given),
  }));
};
