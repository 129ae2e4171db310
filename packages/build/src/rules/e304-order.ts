import { type Diagnostic, type Milestone, milestoneAcceptance, normalizePath } from "@llmch/contract";
import { quote } from "@llmch/planner";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** Milestones are numbered in list order, and none needs a file that only a later one brings. */
export const milestonesOutOfOrder: ScopeRule = ({ milestones }, { files, done = 0 }) => {
  const areas = milestones.map(({ area }) => pathsIn(area));
  const covers = (area: readonly string[] | undefined, path: string) =>
    (area ?? []).some((place) => place === path || path.startsWith(`${place}/`));
  return milestones.flatMap((milestone, index): readonly Diagnostic[] => {
    const due = `M${index + 1}`;
    const wrongId = `id ${quote(milestone.id)} in place ${index + 1} of the list, where ${due} is due`;
    const early = [...new Set(index < done ? [] : neededBy(milestone))].flatMap((path) => {
      if (files.some((file) => file === path || file.startsWith(`${path}/`))) return [];
      const by = areas.findIndex((area) => covers(area, path));
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
  milestoneAcceptance(milestone).flatMap(({ command }) => pathsIn(command));

/** What looks like a path of the repo: it has a slash or an extension. */
const pathsIn = (text: string): readonly string[] =>
  (text.match(/[\p{L}\p{M}\p{N}_.@+/-]+/gu) ?? [])
    .map((word) => word.replace(/\.+$/, ""))
    .filter((word) => word.includes("/") || /\w\.\w+$/.test(word))
    .map((word) => normalizePath(word).replace(/^(?:\.\.\/)+/, ""))
    .filter((path) => !/^[./]*$/.test(path));
