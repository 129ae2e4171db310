import { isProgramFile } from "@llmch/languages";
import { quote } from "@llmch/planner";
import { ofMilestone, type ScopeRule } from "./rule.ts";

/** An outcome names what somebody can do. */
export const noActOfUser: ScopeRule = ({ milestones }) =>
  milestones.flatMap((milestone, index) => {
    const why = faultOf(milestone.outcome.trim());
    if (why === null) return [];
    const message = `outcome ${quote(milestone.outcome)} ${why}`;
    return [ofMilestone(milestone, index, { code: "E301", field: "outcome", message })];
  });

const faultOf = (outcome: string): string | null => {
  const [, subject, act = ""] =
    /^(\S+(?: \S+){0,7}?) (?:can|is able to|are able to) (?:now )?(.+)$/su.exec(outcome) ?? [];
  if (subject === undefined) return "does not say what a user can do: `A user can …`";
  const [who = ""] = subject.split(/ (?:of|with|without|who|that|which|in|on|from) /);
  if (PART_OF_A_PROGRAM.test(who) || isNameOfFile(who)) return "is about a part of the program, not about a user";
  if (WORK_ON_THE_PROGRAM.test(act)) return "names work on the program, not what a user does with it";
  const named = /\b(?:module|class|function|file)\b/i.test(act) && act.split(/[\s`'"(),;]+/).some(isNameOfFile);
  return named ? "names a file of the program, not what a user does with it" : null;
};

const PART_OF_A_PROGRAM =
  /\b(?:modules?|files?|class|classes|functions?|methods?|components?|packages?|librar(?:y|ies)|services?|servers?|apis?|endpoints?|databases?|schemas?|parsers?|backend|frontend|layers?|code|codebase|repo(?:sitory)?|tests?|build|program|system|app|application)$/i;

const WORK_ON_THE_PROGRAM =
  /^(?:implement|refactor|scaffold|bootstrap|rewrite the (?:code|module)|write (?:unit )?tests|set up the (?:project|repo|repository|build|module))\b/i;

const isNameOfFile = (word: string): boolean => isProgramFile(word.replace(/[.`'"]+$/, ""));
