import { audit as auditStored } from "@llmch/engine/audit";
import { reportAudit, warningLine } from "../audit/report.ts";
import type { CommandContext } from "../command-context.ts";
import type { AuditOptions } from "../options.ts";
import { INTERRUPTED, type Outcome, refused } from "../outcome.ts";

/** `llmch audit`: checks finished runs again, and their commits. Changes nothing and asks no model. */
export const audit = async (options: AuditOptions, context: CommandContext): Promise<Outcome> => {
  const found = await auditStored(options, context);
  if (!found.ok) return refused(found.issues);
  if (context.signal.aborted) return INTERRUPTED;
  const { what, root, runId } = found.value;
  const outcome = reportAudit(what, found.value.audit);
  for (const warned of outcome.warnings ?? []) context.console.progress(warningLine(warned));
  return { ...outcome, runId, paths: { artifacts: root } };
};
