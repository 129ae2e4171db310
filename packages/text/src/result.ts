/** The outcome of a check: the accepted value, or at least one issue that says why not. Never thrown. */
export type Result<Value, Issue> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] };

export const accepted = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });

export const rejected = <Issue>(
  first: Issue,
  ...rest: Issue[]
): { readonly ok: false; readonly issues: readonly [Issue, ...Issue[]] } => ({ ok: false, issues: [first, ...rest] });
