import type { Diagnostic, Scope } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { checkAcceptance, numberedDemands } from "@llmch/planner";
import { isError, shortened, titleOf } from "@llmch/text";

/** Commands in words: `` `npm test` and `npm run lint` ``. */
export const goalsInWords = (goals: readonly string[]): string =>
  goals.map((goal) => `\`${shortened(goal)}\``).join(" and ");

/** The spec of a build whose user gave goals, and no spec. */
export const goalSpec = (goals: readonly string[]): string =>
  [
    `# Make ${goalsInWords(goals)} pass`,
    ...goals.map((goal) => `The command ${goalsInWords([goal])} must exit with code 0.`),
    "",
  ].join("\n\n");

/** What a build with goals is to achieve: one milestone, which brings the whole spec and is reached once the goals pass (contract §11). */
export const goalScope = (spec: string, goals: readonly string[]): Scope => ({
  remit: { what: titleOf(spec), for_whom: "Whoever runs these commands.", what_not: [] },
  assumptions: [],
  milestones: [
    {
      id: "M1",
      outcome: `A user can see ${goalsInWords(goals)} pass.`,
      fulfils: numberedDemands(spec).map(({ text }) => text),
      acceptance: goals.map((command) => ({ command, hidden: false })),
      area: "",
    },
  ],
});

/** Why the first of these commands that is wrong cannot be a goal; null if each can. */
export const goalFault = (
  goals: readonly string[],
  syntaxes: SyntaxReaders,
): Pick<Diagnostic, "code" | "message"> | null =>
  checkAcceptance(
    goals.map((command) => ({ command, hidden: false })),
    syntaxes,
  ).find(isError) ?? null;
