import type { Diagnostic, Milestone, Scope } from "@llmch/contract";
import type { SyntaxReaders } from "@llmch/languages";

/** What a scope is judged against. */
export interface ScopeFacts {
  /** With the user's answers. */
  readonly spec: string;
  /** The files of the repo as the work finds it. */
  readonly files: readonly string[];
  /** Acceptance commands that pass already; empty if none was tried. */
  readonly held: readonly string[];
  readonly syntaxes: SyntaxReaders;
  /** Acceptance of the milestone that is under way: that it passes by now is no fault. None by default. */
  readonly underWay?: Milestone["acceptance"];
  /** How many milestones are done: they are no longer judged by what the repo holds. 0 by default. */
  readonly done?: number;
}

export type ScopeRule = (scope: Scope, facts: ScopeFacts) => readonly Diagnostic[];

/** A finding about a milestone. `below` leads from the milestone to the place. */
export const ofMilestone = (
  { id }: Milestone,
  index: number,
  found: Pick<Diagnostic, "code" | "field" | "message">,
  below = `/${found.field}`,
): Diagnostic => ({ ...found, wo_id: id, pointer: `/milestones/${index}${below}` });
