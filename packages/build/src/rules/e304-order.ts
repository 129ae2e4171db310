import { beginningsOf, type Diagnostic, type Milestone, normalizePath } from "@llmch/contract";
import { quote } from "@llmch/planner";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** Milestones are numbered in list order, none is there twice, and none needs a file that only a later one brings. */
export const milestonesOutOfOrder: ScopeRule = ({ milestones }, { files, done = 0 }) => {
  const standing = new Set(files.flatMap(beginningsOf));
  const areas = milestones.map(({ area }) => new Set(wordsIn(area)));
  return milestones.flatMap((milestone, index): readonly Diagnostic[] => {
    const due = `M${index + 1}`;
    const twin = milestones.slice(0, index).find((each) => wordsOf(each.outcome) === wordsOf(milestone.outcome));
    const same = `outcome ${quote(milestone.outcome)} is that of ${twin?.id ?? ""}`;
    const wrongId = `id ${quote(milestone.id)} in place ${index + 1} of the list, where ${due} is due`;
    // Its own area and those before may name a folder by a bare word.
    const namedBy = (path: string) =>
      areas.findIndex((area, at) =>
        beginningsOf(path).some((place) => area.has(place) && (at <= index || isPath(place))),
      );
    const early = (index < done ? [] : pathsNeededBy(milestone)).flatMap((path) => {
      const by = standing.has(path) ? -1 : namedBy(path);
      if (by <= index) return [];
      return [`acceptance names ${quote(path)}, which only the area of ${milestones[by]?.id ?? ""} names, later`];
    });
    return [
      ...(milestone.id === due ? [] : [ofMilestone(milestone, index, { code: "E304", field: "id", message: wrongId })]),
      ...(twin === undefined ? [] : [ofMilestone(milestone, index, { code: "E304", field: "outcome", message: same })]),
      ...early.map((message) => ofMilestone(milestone, index, { code: "E304", field: "acceptance", message })),
    ];
  });
};

const wordsOf = (outcome: string): string => (outcome.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");

const pathsNeededBy = (milestone: Milestone): readonly string[] => [
  ...new Set(milestone.acceptance.flatMap(({ command }) => wordsIn(command).filter(isPath))),
];

/** What may be a path of the repo, in its normal form. */
const wordsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}_.@+/-]+/gu) ?? [])
    .map((word) => normalizePath(word.replace(/\.+$/, "")).replace(/^(?:\.\.\/)+/, ""))
    .filter((path) => !/^[./]*$/.test(path));

/** It has a slash or an extension. */
const isPath = (word: string): boolean => word.includes("/") || /\w\.\w+$/.test(word);
