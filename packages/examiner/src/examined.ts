import type { CheckTrial, Examination, ExaminationCheck, Examined, Finding } from "@llmch/contract";
import { fails, isFlaky, isWhole } from "./try-checks.ts";

/** What was examined so far: nothing. */
export const NOTHING_EXAMINED: Examination = { checks: [], findings: [], struck: [], questions: [], cut: [] };

/** Checks that ran in one examination, and how. */
export interface ExaminedChecks {
  readonly checks: readonly ExaminationCheck[];
  readonly trials: ReadonlyMap<string, CheckTrial>;
}

/** Sentences that a fault under load breaks. */
const OF_LOAD =
  /\b(?:under load|concurren\w*|parallel|simultaneous\w*|at the same time|at once|race condition|many (?:clients|requests|users))\b/i;

/** An examination with what its checks came to by now: findings keep their ids, and one whose check passes again is closed. */
export const examined = (before: Examination, { checks, trials }: ExaminedChecks): Examination => {
  const known = new Map(before.findings.map((finding) => [finding.check, finding]));
  let next = before.findings.length + 1;
  const findings: Finding[] = [];
  for (const check of checks) {
    const trial = trials.get(check.id);
    const found = known.get(check.id);
    known.delete(check.id);
    if (check.withdrawn) continue;
    if (trial === undefined || trial.alone.length === 0) {
      if (found !== undefined) findings.push(found);
      continue;
    }
    const failing = fails(trial);
    if (!failing && !isFlaky(trial)) {
      if (found !== undefined) findings.push({ ...found, open: false });
      continue;
    }
    const flaky = !failing && !check.sentences.some((sentence) => OF_LOAD.test(sentence));
    const id = found?.id ?? `F-${String(next++).padStart(2, "0")}`;
    findings.push({ id, check: check.id, sentence: check.sentences.join(" "), flaky, open: true });
  }
  const withResults = checks.map((check) => {
    const trial = trials.get(check.id);
    if (trial === undefined) return check;
    return { ...check, results: [...check.results.filter(isOther(trial)), trial] };
  });
  const ran = new Set(checks.map(({ id }) => id));
  const cut = checks.filter(({ id, withdrawn }) => {
    const trial = trials.get(id);
    return !withdrawn && (trial === undefined || !isWhole(trial));
  });
  const byId = ({ id: a }: { readonly id: string }, { id: b }: { readonly id: string }) => (a < b ? -1 : 1);
  return {
    ...before,
    checks: [...before.checks.filter(({ id }) => !ran.has(id)), ...withResults].sort(byId),
    findings: [...known.values(), ...findings].sort(byId),
    cut: cut.map(({ id }) => id),
  };
};

const isOther =
  ({ examination, program_sha256 }: CheckTrial) =>
  (each: CheckTrial): boolean =>
    each.examination !== examination || each.program_sha256 !== program_sha256;

/** The findings that stand against the product: open, and not struck. */
export const openFindings = ({ findings, struck }: Pick<Examination, "findings" | "struck">): readonly Finding[] => {
  const gone = new Set(struck.map(({ id }) => id));
  return findings.filter(({ id, open }) => open && !gone.has(id));
};

/** The checks that count: neither withdrawn, nor struck with what they found. */
export const standingChecks = ({ checks, findings, struck }: Examination): readonly ExaminationCheck[] => {
  const gone = new Set(struck.map(({ id }) => id));
  const off = new Set(findings.flatMap(({ id, check }) => (gone.has(id) ? [check] : [])));
  return checks.filter(({ id, withdrawn }) => !withdrawn && !off.has(id));
};

/** How many checks passed, of those that ran. */
export const figuresOf = (examination: Examination): Examined => {
  const failing = new Set(openFindings(examination).map(({ check }) => check));
  const ran = standingChecks(examination).filter(({ results }) => results.some(({ alone }) => alone.length > 0));
  return { passed: ran.filter(({ id }) => !failing.has(id)).length, of: ran.length };
};
