export { type AuditEnding, type AuditRequest, audit } from "./audit.ts";
export { auditedRepo } from "./find-audited.ts";
export type { Audit, Finding } from "./finding.ts";
