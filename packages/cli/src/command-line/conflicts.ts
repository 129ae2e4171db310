import { factoryConflict, strictnessConflict } from "@llmch/engine/option-conflicts";
import type { Invocation } from "../options.ts";

/** Why the flags conflict, or null. */
export const conflictOf = ({ command, options }: Invocation): string | null => {
  switch (command) {
    case "audit": {
      const isBoth = options.run !== undefined && options.branch !== undefined;
      if (isBoth) return "a run and --branch exclude each other: keep one";
      const isOfBranch = options.sequential && options.branch !== undefined;
      return isOfBranch ? "--sequential and --branch exclude each other: a branch has no record" : null;
    }
    case "check":
      return options.run && options.repo === undefined ? "--run needs --repo: name the target repo" : null;
    case "runs":
      if (options.prune) return options.olderThan === undefined ? "--prune needs --older-than, such as 30d" : null;
      return options.olderThan !== undefined || options.yes || options.dryRun
        ? "--older-than, --yes and --dry-run need --prune"
        : null;
    case "show":
      return options.prompt && options.response ? "--prompt and --response exclude each other: keep one" : null;
    case "plan":
    case "plan revise":
      if (options.run === true && options.repo === false) return "--run and --no-repo exclude each other: keep one";
      return strictnessConflict(options);
    case "run":
    case "run-all":
      return factoryConflict(options);
    default:
      return null;
  }
};
