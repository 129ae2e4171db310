import { accepted, type Result, rejected } from "@llmch/contract";
import type { CodePoints } from "./code-points.ts";
import type { Assertion, Expression } from "./parse.ts";

/** A step of an automaton. The numbers refer to other steps. */
export type Step =
  | { readonly kind: "one-of"; readonly points: CodePoints; next: number }
  | { readonly kind: "assert"; readonly holds: Assertion; next: number }
  | { readonly kind: "fork"; next: number; other: number }
  | { readonly kind: "match" };

const MOST_STEPS = 4_000;
/** A repeated expression may be empty, so the step count alone does not bound the work. */
const MOST_VISITS = 20_000;

/** The expression as an automaton (Thompson); the last step is the match. */
export const programOf = (expression: Expression): Result<readonly Step[], string> => {
  const steps: Step[] = [];
  let visits = 0;
  /** Adds the expression, which continues at the step after its last one. False if it is too large. */
  const add = (node: Expression): boolean => {
    visits++;
    if (steps.length > MOST_STEPS || visits > MOST_VISITS) return false;
    switch (node.kind) {
      case "one-of":
        steps.push({ kind: "one-of", points: node.points, next: steps.length + 1 });
        return true;
      case "assert":
        steps.push({ kind: "assert", holds: node.holds, next: steps.length + 1 });
        return true;
      case "sequence":
        return node.of.every(add);
      case "either":
        return addEither(node.of);
      case "repeat":
        return addRepeat(node.of, node.least, node.most);
    }
  };

  const addEither = (branches: readonly Expression[]): boolean => {
    const ends: (Step & { kind: "fork" })[] = [];
    for (const [index, branch] of branches.entries()) {
      const isLast = index === branches.length - 1;
      const fork = isLast ? null : push();
      if (!add(branch)) return false;
      if (fork === null) continue;
      ends.push(push());
      fork.other = steps.length;
    }
    for (const end of ends) [end.next, end.other] = [steps.length, steps.length];
    return true;
  };

  const addRepeat = (of: Expression, least: number, most: number | null): boolean => {
    for (let count = 0; count < least; count++) if (!add(of)) return false;
    if (most === null) {
      const start = steps.length;
      const fork = push();
      if (!add(of)) return false;
      const back = push();
      [back.next, back.other] = [start, start];
      fork.other = steps.length;
      return true;
    }
    const forks: (Step & { kind: "fork" })[] = [];
    for (let count = least; count < most; count++) {
      forks.push(push());
      if (!add(of)) return false;
    }
    for (const fork of forks) fork.other = steps.length;
    return true;
  };

  const push = () => {
    const fork = { kind: "fork" as const, next: steps.length + 1, other: steps.length + 1 };
    steps.push(fork);
    return fork;
  };

  if (!add(expression)) return rejected("it is too large: repeat less");
  steps.push({ kind: "match" });
  return accepted(steps);
};
