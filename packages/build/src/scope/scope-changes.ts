import type { Milestone, Scope } from "@llmch/contract";
import { canonicalJson, counted } from "@llmch/text";

/** What differs between two scopes, as lines: `- M3 A user can …`, `+ M3 A user can …`, `+ M3 brings: …`. */
export const scopeChanges = (before: Scope, after: Scope): readonly string[] => {
  const remits = [before, after].map(({ remit }) => canonicalJson(remit));
  const ids = [...new Set([...before.milestones, ...after.milestones].map(({ id }) => id))];
  return [
    ...(remits[0] === remits[1] ? [] : [`- remit: ${before.remit.what}`, `+ remit: ${after.remit.what}`]),
    ...ids.flatMap((id) => {
      const [old = [], now = []] = [before, after].map(({ milestones }) =>
        milestones.filter((each) => each.id === id).flatMap(inWords),
      );
      const without = (lines: readonly string[], others: readonly string[]) =>
        lines.filter((line) => !others.includes(line));
      return [...without(old, now).map((line) => `- ${line}`), ...without(now, old).map((line) => `+ ${line}`)];
    }),
  ];
};

/** Hidden commands are counted, and not shown: the lines are told to models too. */
const inWords = (milestone: Milestone): readonly string[] => {
  const { id, outcome, fulfils, area } = milestone;
  const commands = milestone.acceptance;
  const hidden = commands.filter((each) => each.hidden).length;
  return [
    `${id} ${outcome}`,
    ...fulfils.map((sentence) => `${id} brings: ${sentence}`),
    ...commands.flatMap((each) => (each.hidden ? [] : [`${id} is accepted by: ${each.command}`])),
    ...(hidden === 0 ? [] : [`${id} is accepted by ${counted(hidden, "hidden command")}`]),
    ...(area === "" ? [] : [`${id} probably lies in: ${area}`]),
  ];
};
