import {
  openQuestions,
  type PlannerAnswer,
  type PromptLimits,
  type Scope,
  scopeCall,
  unansweredQuestions,
  type Warning,
} from "@llmch/contract";
import type { PlannerSettings } from "@llmch/contract/settings";
import {
  ANSWERED_SPEC,
  answeredSpec,
  askedUntilValid,
  askUser,
  type Explorer,
  type ExplorerFailure,
  type Findings,
  type Ledger,
  type Model,
  type PlanUser,
  type StablePrompt,
  specSentences,
} from "@llmch/planner";
import type { ScopeFacts } from "../rules/rule.ts";
import { documentIn, type Held, type TriedScope, tryScope } from "./judge-scope.ts";
import { type ScopeParts, scopePrompt } from "./prompt.ts";
import { SCOPE_SCHEMA } from "./schema.ts";

/** True if a spec demands more than two windows hold: then it gets a scope before it is planned. */
export const needsScope = (spec: string, window: number): boolean =>
  specSentences(spec).filter(({ isDemand }) => isDemand).length > 2 * window;

/** Everything that a scope is made from. */
export interface ScopeInputs
  extends Pick<ScopeParts, "spec" | "template" | "repoHints" | "standing" | "mayAsk">,
    Pick<ScopeFacts, "files" | "syntaxes"> {
  readonly settings: Pick<PlannerSettings, "max_attempts">;
  readonly limits: PromptLimits;
  /** What the user has answered before: an earlier session of this build, or the record that is replayed. */
  readonly answers: readonly PlannerAnswer[];
  /** The number of the first attempt, if others were made before. */
  readonly from?: number;
}

export interface BuildPorts {
  readonly model: Model;
  /** Asks instead of `model` where the planner looks around. */
  readonly explorer?: Explorer;
  readonly ledger: Ledger;
  /** Tries acceptance commands that a model chose on the repo as it now is. */
  readonly held: Held;
}

/** How asking for a scope ended. */
export type ScopeOutcome =
  /** `spec` has the user's answers. */
  | { readonly kind: "scoped"; readonly scope: Scope; readonly spec: string; readonly warnings: readonly Warning[] }
  /** Questions wait for their answers; the journal has both. */
  | { readonly kind: "waiting" }
  /** Still invalid after the last attempt. */
  | ({ readonly kind: "invalid" } & Findings)
  | (ExplorerFailure & Findings);

/** The folder for a scope's records in its build. */
const SCOPE_FOLDER = "scope";

/**
 * Asks what a build is to achieve: asks, judges and sends back, until a scope passes or the attempts are used up. Questions to the user come
 * once, and cost no attempt. Records every step before the next one starts.
 */
export const makeScope = async (
  inputs: ScopeInputs,
  ports: BuildPorts & { readonly user?: PlanUser },
): Promise<ScopeOutcome> => {
  const parts: ScopeParts = { ...inputs, unanswered: [], tools: ports.explorer !== undefined };
  let { spec } = inputs;
  let hasAsked = !inputs.mayAsk;
  const asked = await askedUntilValid<TriedScope & { readonly isWaiting?: boolean }>(
    {
      call: scopeCall,
      first: stable(scopePrompt(parts)),
      answerSchema: SCOPE_SCHEMA,
      what: "scope",
      folder: SCOPE_FOLDER,
      from: inputs.from ?? 1,
      judge: (text) => {
        const read = documentIn(text, "scope", spec);
        return read.ok ? tryScope(read.value, { ...inputs, spec }, ports.held) : { ...NOTHING, errors: read.issues };
      },
      askUser: async (said) => {
        const asks = hasAsked ? null : await askUser(said, inputs.answers, ports);
        hasAsked ||= asks !== null;
        if (asks?.isApart !== true) return null;
        if (openQuestions(asks).length > 0) return { kind: "waiting", check: { ...NOTHING, isWaiting: true } };
        spec = answeredSpec(spec, asks.answers);
        if (spec !== inputs.spec) await ports.ledger.recordText(ANSWERED_SPEC, spec);
        const unanswered = unansweredQuestions(asks);
        return { kind: "again", first: stable(scopePrompt({ ...parts, spec, mayAsk: false, unanswered })) };
      },
    },
    inputs,
    ports,
  );
  await ports.ledger.settle();
  if (asked.kind !== "judged") return asked;
  const { scope, errors, warnings, notes, isWaiting } = asked.check;
  if (isWaiting === true) return { kind: "waiting" };
  return scope === null
    ? { kind: "invalid", errors, warnings }
    : { kind: "scoped", scope, spec, warnings: [...notes, ...warnings] };
};

const NOTHING: TriedScope = { scope: null, errors: [], warnings: [], notes: [] };

/** A prompt without command output. */
export const stable = (prompt: string): StablePrompt => ({ prompt, stablePrompt: prompt });
