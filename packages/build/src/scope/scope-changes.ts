import { canonicalJson, type Milestone, milestoneAcceptance, type Scope } from "@llmch/contract";

/** What differs between two scopes, as lines: `- M3 A user can …`, `+ M3 A user can …`. */
export const scopeChanges = (before: Scope, after: Scope): readonly string[] => {
  const remits = [before, after].map(({ remit }) => canonicalJson(remit));
  const ids = [...new Set([...before.milestones, ...after.milestones].map(({ id }) => id))];
  return [
    ...(remits[0] === remits[1] ? [] : [`- remit: ${before.remit.what}`, `+ remit: ${after.remit.what}`]),
    ...ids.flatMap((id) => {
      const [old, now] = [before, after].map(({ milestones }) => milestones.find((each) => each.id === id));
      if (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now)) return [];
      return [...(old ? [`- ${inWords(old)}`] : []), ...(now ? [`+ ${inWords(now)}`] : [])];
    }),
  ];
};

/** Hidden commands are counted, and not shown: the lines are told to models too. */
const inWords = (milestone: Milestone): string => {
  const commands = milestoneAcceptance(milestone);
  const shown = commands.flatMap(({ command, hidden }) => (hidden ? [] : [`\`${command}\``]));
  const hidden = commands.length - shown.length;
  const accepted = [...shown, ...(hidden === 0 ? [] : [`${hidden} hidden`])].join(", ");
  return `${milestone.id} ${milestone.outcome} (${accepted})`;
};
