export { type AuditEnding, type AuditRequest, audit } from "./audit.ts";
export { auditedRepo } from "./audited-repo.ts";
export { distinctFindings } from "./distinct-findings.ts";
export type { Audit, Finding } from "./finding.ts";
