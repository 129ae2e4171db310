/** What a plan may start from. A template marks sections that apply to only one of the two. */
export const PLAN_STARTS = ["NEW_PROGRAM", "EXISTING_REPO"] as const;
export type PlanStart = (typeof PLAN_STARTS)[number];

/** The section of a planner that may ask its user. */
export const MAY_ASK = "MAY_ASK";

const SECTION = /^\{\{#(NEW_PROGRAM|EXISTING_REPO|MAY_ASK)\}\}\r?\n([\s\S]*?)^\{\{\/\1\}\}\r?(?:\n|$)(\r?\n)?/gm;

/**
 * A template with the named sections, and without the others. A section is between the lines `{{#NEW_PROGRAM}}` and `{{/NEW_PROGRAM}}`. A
 * template without sections stays as it is.
 */
export const templateFor = (template: string, ...sections: readonly (PlanStart | typeof MAY_ASK)[]): string =>
  template.replace(SECTION, (_, name: string, body: string, blank: string | undefined) =>
    sections.some((section) => section === name) ? body + (blank ?? "") : "",
  );

/** Files that a repo may have before it has a program, and files that llmch itself writes or asks for. */
const BEFORE_A_PROGRAM =
  /(?:^|\/)\.|\.(?:md|markdown|rst|txt|adoc)$|^(?:readme|licen[cs]e|copying|notice|authors)(?:[.-][^/]*)?$|^llmch\.config\.json$|^scripts\/verify\.sh$/i;

/** A repo with only texts, dotfiles and a verify script is a place for a new program. */
export const planStart = (repoFiles: readonly string[]): PlanStart =>
  repoFiles.every((path) => BEFORE_A_PROGRAM.test(path)) ? "NEW_PROGRAM" : "EXISTING_REPO";
