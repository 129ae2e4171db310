import type { ExaminationCheck } from "@llmch/contract";

type Program = Pick<ExaminationCheck, "language" | "program">;

/** A check as a command: one process, its program on the command line, so that it proves its end as any inline program does. */
export const programArgv = ({ language, program }: Program): readonly string[] => {
  if (language === "python") return ["python3", "-c", program];
  if (language === "sh") return ["sh", "-c", program];
  return IMPORTS.test(program) ? ["node", "--input-type=module", "-e", program] : ["node", "-e", program];
};

/** A module in Node's own sense, which `-e` must be told. */
const IMPORTS = /^\s*(?:import\s*[\w{*"'$]|export\s)|^\s*(?:const|let|var)?[^\n/]*=\s*await\s/m;

/** The language that a program is written in, if its examiner does not say so. */
export const languageOf = (program: string): Program["language"] => {
  if (/^#!.*\bpython|^\s*(?:import \w[\w., ]*$|from [\w.]+ import |def \w+\(.*\):$|assert )/m.test(program))
    return "python";
  const isCommand = !program.includes("\n") && /^(?:node|python3?|sh|bash|env|test|grep) /.test(program);
  return isCommand || /^#!.*\bsh\b|^\s*(?:set -|if \[ )/m.test(program) ? "sh" : "node";
};
