import { type Diagnostic, type Milestone, milestoneAcceptance, normalizePath } from "@llmch/contract";
import { quote } from "@llmch/planner";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** Milestones are numbered in list order, and none needs a file that only a later one brings. */
export const milestonesOutOfOrder: ScopeRule = ({ milestones }, { files, done = 0 }) => {
  const areas = milestones.map(({ area }) => wordsIn(area));
  const covers = (place: string, path: string) => place === path || path.startsWith(`${place}/`);
  return milestones.flatMap((milestone, index): readonly Diagnostic[] => {
    const due = `M${index + 1}`;
    const wrongId = `id ${quote(milestone.id)} in place ${index + 1} of the list, where ${due} is due`;
    const early = [...new Set(index < done ? [] : neededBy(milestone))].flatMap((path) => {
      if (files.some((file) => covers(path, file))) return [];
      // Its own area and those before may name a folder by a bare word.
      const by = areas.findIndex((area, at) =>
        area.some((place) => covers(place, path) && (at <= index || isPath(place))),
      );
      return by > index
        ? [`acceptance names ${quote(path)}, which only the area of ${milestones[by]?.id ?? ""} names, later`]
        : [];
    });
    return [
      ...(milestone.id === due ? [] : [ofMilestone(milestone, index, { code: "E304", field: "id", message: wrongId })]),
      ...early.map((message) => ofMilestone(milestone, index, { code: "E304", field: "acceptance", message })),
    ];
  });
};

const neededBy = (milestone: Milestone): readonly string[] =>
  milestoneAcceptance(milestone).flatMap(({ command }) => wordsIn(command).filter(isPath));

/** What may be a path of the repo, in its normal form. */
const wordsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}_.@+/-]+/gu) ?? [])
    .map((word) => normalizePath(word.replace(/\.+$/, "")).replace(/^(?:\.\.\/)+/, ""))
    .filter((path) => !/^[./]*$/.test(path));

const isPath = (word: string): boolean => word.includes("/") || /\w\.\w+$/.test(word);
