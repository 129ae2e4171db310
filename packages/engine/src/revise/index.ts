export { objectedRepo } from "./find-objected.ts";
export { type ProposedRevision, proposeRevision, type RevisionEnding, takeUpRevision } from "./revise-run.ts";
export { writeBack } from "./write-back.ts";
