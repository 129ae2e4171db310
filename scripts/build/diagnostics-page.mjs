import { loadSources } from "./load-sources.mjs";

const SOURCES = `
  export { DIAGNOSTIC_CODES, FINAL_STAGES } from "@llmch/contract";
  export { STAGE_EXPLANATIONS } from "@llmch/story";
  export { EXPLANATIONS, exampleText } from "@llmch/planner/explanations";`;

/**
 * docs/diagnostics.md, made from the catalogue, its explanations and those of the stages.
 * @param {string} root the workspace's root
 * @returns {Promise<string>}
 */
export const diagnosticsDocument = async (root) => diagnosticsPage(await loadSources(root, SOURCES, "packages/app"));

/**
 * @param {{
 *   DIAGNOSTIC_CODES: Record<string, { title: string, hint: string }>,
 *   EXPLANATIONS: Record<string, { meaning: string, reason: string, broken: any, fixed: any }>,
 *   STAGE_EXPLANATIONS: Record<string, { title: string, meaning: string, hint: string, files: readonly string[] }>,
 *   FINAL_STAGES: ReadonlySet<string>,
 *   exampleText: (example: any) => string,
 * }} catalogue
 */
export const diagnosticsPage = (catalogue) => {
  const { DIAGNOSTIC_CODES: codes, EXPLANATIONS, STAGE_EXPLANATIONS: stages, FINAL_STAGES, exampleText } = catalogue;
  const all = Object.entries(codes).map(([code, said]) => ({ code, ...said, ...EXPLANATIONS[code] }));
  const table = (kept) => [
    "| code | what it says |",
    "| --- | --- |",
    ...all
      .filter(({ code }) => code.startsWith(kept))
      .map(({ code, title }) => `| [${code}](#${code.toLowerCase()}) | ${title} |`),
  ];
  const example = (name, { repo, spec, said, ...plan }) => {
    const where = repo === undefined ? "" : ` in a repo with ${repo.map((path) => `\`${path}\``).join(" and ")}`;
    if (said !== undefined) return [`**${name}**: ${said}`];
    const source = spec === undefined ? "" : `, of the spec "${spec}"`;
    return [`**${name}**${where}${source}:`, "", "```json", exampleText(plan), "```"];
  };
  const explained = ({ code, title, hint, meaning, reason, broken, fixed }) => [
    `### ${code}`,
    `**${capital(title)}.** ${meaning}`,
    `Why it is asked: ${reason}`,
    `How to fix it: ${hint}.`,
    example("Broken", broken).join("\n"),
    example("Fixed", fixed).join("\n"),
  ];
  const stage = ([name, { title, meaning, hint, files }]) => [
    `### ${name}`,
    `**${capital(title)}.** ${meaning}`,
    `What to do: ${hint}`,
    `Where to look: ${files.map((file) => `\`${file}\``).join(", ")}.${FINAL_STAGES.has(name) ? " It ends the order." : ""}`,
  ];
  const sections = [
    "# Diagnostics",
    "<!-- Made by `pnpm build` from the catalogue: packages/contract/src/diagnostic.ts and the explanations beside the rules. -->",
    "What `llmch check` and `llmch plan` say of a plan, what is said of a spec and of a build's documents, and the stages at which an attempt of `llmch run` fails. `llmch explain CODE` " +
      "prints the same. Examples leave out what does not matter; paths are from the repo's root.",
    "Errors (`E`) refuse a plan, and its model is asked to fix them. Warnings (`W`) do not, and nothing is asked because of " +
      "them: they are for the person who reads the plan before it is carried out.",
    table("E").join("\n"),
    table("W").join("\n"),
    "## Errors",
    ...all.filter(({ code }) => code.startsWith("E")).flatMap(explained),
    "## Warnings",
    ...all.filter(({ code }) => code.startsWith("W")).flatMap(explained),
    "## Stages",
    "Each attempt passes through gates, among them propose, validate, apply, verify and accept. The stage in its `failure_brief.json` says which " +
      "one was closed and why. Where an attempt fails the repo is as it was, and the next one is told, unless the stage ends " +
      "the order.",
    ...Object.entries(stages).flatMap(stage),
  ];
  return `${sections.join("\n\n")}\n`;
};

const capital = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
