import { isGitModules, type Proposal, pathFault, repoPath, type Stage, type WorkOrder } from "@llmch/contract";
import { baseSha256, type OrderFile } from "./order-files.ts";
import type { AcceptedWrite } from "./ports.ts";

export type ProposalVerdict =
  | { readonly ok: true; readonly writes: readonly AcceptedWrite[] }
  | { readonly ok: false; readonly stage: Stage; readonly faults: readonly string[] };

/**
 * Judges a proposal against its order and the files as they were shown (contract §5.2). Every write is judged before
 * the first is made: scope faults first, then base hashes. Pure, and independent of the order of the writes.
 */
export const validateProposal = (
  order: WorkOrder,
  proposal: Proposal,
  files: readonly OrderFile[],
): ProposalVerdict => {
  const scope = scopeFaults(order, proposal, files);
  if (scope.length > 0) return { ok: false, stage: "write_scope_violation", faults: scope };
  const states = new Map<string, OrderFile>(files.map((file) => [file.path, file]));
  const writes: AcceptedWrite[] = [];
  const stale: string[] = [];
  for (const write of proposal.writes) {
    const path = repoPath(write.path);
    const file = path === null ? undefined : states.get(path);
    if (path === null || file === undefined) continue;
    const base = baseSha256(file.state);
    if (write.base_sha256.toLowerCase() === base) writes.push({ path, content: write.content, baseSha256: base });
    else stale.push(`${path}: base_sha256 is ${JSON.stringify(write.base_sha256)}, the file's is ${base}`);
  }
  return stale.length > 0 ? { ok: false, stage: "stale_context", faults: stale } : { ok: true, writes };
};

const scopeFaults = (order: WorkOrder, proposal: Proposal, files: readonly OrderFile[]): readonly string[] => {
  const allowed = new Map<string, OrderFile>(files.filter((file) => file.allowed).map((file) => [file.path, file]));
  const faults: string[] = [];
  const seen = new Set<string>();
  for (const { path: raw } of proposal.writes) {
    const path = repoPath(raw);
    const name = JSON.stringify(raw);
    if (path === null) {
      faults.push(`${name}: the path ${pathFault(raw) ?? "is not valid"}`);
      continue;
    }
    if (seen.has(path)) faults.push(`${path}: the path stands twice in the proposal`);
    seen.add(path);
    const state = allowed.get(path)?.state;
    if (state === undefined) faults.push(`${name}: not in allowed_files (${order.allowed_files.join(", ")})`);
    else if (state.kind === "blocked") faults.push(`${name}: ${state.why}`);
    if (isGitModules(path)) faults.push(`${name}: .gitmodules is never written`);
  }
  return faults;
};
