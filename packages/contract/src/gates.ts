import type { Stage } from "./stage.ts";

/** Everything that other rooms need to know of a gate: what it asks, and how it is recorded and shown. */
interface Gate {
  /** Its name in events and in what people see. */
  readonly step: string;
  /** What it asks, for people. */
  readonly asks: string;
  /** The stages at which it refuses an attempt, and the file of the round that says most about it. */
  readonly refuses: Partial<Readonly<Record<Stage, string | null>>>;
  /** The phases of the commands that it runs. */
  readonly phases: readonly string[];
  /** What takes its time: a model, commands in the worktree, or llmch itself. */
  readonly time: "model" | "commands" | "own";
  /** When an attempt has to pass it; null for every attempt. */
  readonly when: string | null;
}

/** The gates of an attempt in sequence (contract §5, §9), and `finalize`, the landing that follows. */
export const GATES = [
  {
    step: "propose",
    asks: "do the preconditions hold; is the answer a proposal",
    refuses: {
      ...{ preflight: null, llm_output_invalid: "raw_llm_response.json", objected: "raw_llm_response.json" },
      ...{ stuck: null, model_unavailable: null, exception: null },
    },
    ...{ phases: ["check"], time: "model", when: null },
  },
  {
    step: "validate",
    asks: "are all paths allowed, no link on the way, all base hashes right; does it change anything",
    refuses: {
      write_scope_violation: "proposed_writes.json",
      stale_context: "proposed_writes.json",
      llm_output_invalid: "raw_llm_response.json",
    },
    ...{ phases: [], time: "own", when: null },
  },
  {
    step: "apply",
    asks: "can work on it be judged; could each file be replaced, and would git store it as it is",
    refuses: { preflight: null, write_failed: "write_result.json", write_scope_violation: "proposed_writes.json" },
    ...{ phases: [], time: "own", when: null },
  },
  {
    step: "derive",
    asks: "did the commands make their files, as plain files of the repo",
    refuses: {
      verify_failed: "derive_result.json",
      write_scope_violation: "derive_result.json",
      write_failed: "derive_result.json",
    },
    ...{ phases: ["derive", "fix"], time: "commands", when: "if commands should make or fix files" },
  },
  {
    step: "verify",
    asks: "does the whole repo verify",
    refuses: { verify_failed: "verify_result.json" },
    ...{ phases: ["verify"], time: "commands", when: null },
  },
  {
    step: "accept",
    asks: "do the postconditions and acceptance commands hold",
    refuses: { acceptance_failed: "acceptance_result.json" },
    ...{ phases: ["acceptance", "plan_acceptance"], time: "commands", when: null },
  },
  {
    step: "review",
    asks: "does another model find nothing serious",
    refuses: { acceptance_failed: "review.json" },
    ...{ phases: ["review"], time: "model", when: "with a reviewer" },
  },
  {
    step: "approve",
    asks: "does the person agree who decides",
    refuses: { rejected: null },
    ...{ phases: [], time: "own", when: "if orders wait for a person" },
  },
  { step: "finalize", asks: "does it land", refuses: {}, phases: [], time: "own", when: null },
] as const satisfies readonly Gate[];

/** A gate of an attempt, or what follows the last. */
export type Step = (typeof GATES)[number]["step"];

export const STEPS: readonly Step[] = GATES.map(({ step }) => step);

/** What commands run for: before the first question, or in a gate. */
export type CommandPhase = "baseline" | "baseline_acceptance" | (typeof GATES)[number]["phases"][number];

export const COMMAND_PHASES: readonly CommandPhase[] = [
  "baseline",
  "baseline_acceptance",
  ...GATES.flatMap(({ phases }): readonly CommandPhase[] => phases),
];

/** The gate that a command of this phase belongs to; `baseline` if it runs before the first one. */
export const stepOfPhase = (phase: CommandPhase): Step | "baseline" =>
  GATES.find(({ phases }) => phases.some((each) => each === phase))?.step ?? "baseline";

/** The files in a round's folder that may say why an attempt was refused at a stage, in the gates' sequence, each with its gate. */
export const refusalFiles = (stage: Stage): readonly { readonly step: Step; readonly name: string }[] =>
  GATES.flatMap(({ step, refuses }: { readonly step: Step; readonly refuses: Gate["refuses"] }) => {
    const name = refuses[stage];
    return name == null ? [] : [{ step, name }];
  });
