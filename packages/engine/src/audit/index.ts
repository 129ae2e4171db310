export { type AuditEnding, type AuditRequest, audit } from "./audit.ts";
export type { Audit, Finding } from "./finding.ts";
