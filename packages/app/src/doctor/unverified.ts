import { UNVERIFIED_HINT } from "@llmch/run";
import { type Finding, warned } from "./finding.ts";

/** The warning that nothing verifies the repo, as a finding of the check with this name. */
export const unverified = (name: string, why: string): Finding =>
  warned(name, `nothing verifies the repo: ${why}`, UNVERIFIED_HINT);
