import type { Acceptance } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";
import { inlinePrograms } from "./inline-programs.ts";
import { readPlanAcceptance } from "./order-reading.ts";
import { shellOperator } from "./rules/e003-shell-operator.ts";
import { inlineSyntax } from "./rules/e006-inline-syntax.ts";
import { unsplittableCommand } from "./rules/e007-splitting.ts";
import { verifyCommand } from "./rules/e105-verify-command.ts";
import { unstartableCommand } from "./rules/e201-program.ts";
import { missingCheckFile } from "./rules/e205-check-file.ts";
import type { Finding, OrderRule } from "./rules/rule.ts";
import { shellText } from "./rules/w203-shell-text.ts";
import { certainSuccess } from "./rules/w204-certain-success.ts";

const RULES: readonly OrderRule[] = [
  ...[shellOperator, inlineSyntax, unsplittableCommand, verifyCommand, unstartableCommand],
  ...[missingCheckFile, shellText, certainSuccess],
];

/** A finding about one of several commands, by its index. */
export interface CommandFinding extends Omit<Finding, "pointer"> {
  readonly index: number;
}

/** Judges commands that belong to no order by the rules about a command itself. */
export const checkAcceptance = (
  commands: readonly Acceptance[],
  syntaxes: SyntaxReaders,
): readonly CommandFinding[] => {
  const order = readPlanAcceptance({ plan_acceptance: [...commands] });
  const programs = inlinePrograms(syntaxes);
  return RULES.flatMap((rule) => rule({ order, programs })).map(({ pointer, ...found }) => ({
    ...found,
    index: Number(pointer.split("/")[2]),
  }));
};
