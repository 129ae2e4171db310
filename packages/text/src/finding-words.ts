/** A finding with a code; `wo_id` is the order that it is about. */
interface Finding {
  readonly code: string;
  readonly wo_id: string | null;
  readonly message: string;
}

/** Whether a finding blocks, by its code. */
export const isError = ({ code }: Pick<Finding, "code">): boolean => code.startsWith("E");

/** The line that both people and models read: `[E104] WO-02: …`. A finding about the whole plan names no order. */
export const formatDiagnostic = ({ code, wo_id, message }: Finding): string =>
  wo_id === null ? `[${code}] ${message}` : `[${code}] ${wo_id}: ${message}`;

export const warningInWords = (warning: string | Finding): string =>
  typeof warning === "string" ? warning : formatDiagnostic(warning);
