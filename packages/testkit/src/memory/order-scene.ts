import { type EventBody, type ModelReply, type PromptLimits, promptLimits, type WorkOrder } from "@llmch/contract";
import { createRedactor, type Redactor } from "@llmch/text";
import { type AskedRequest, type ScriptedModel, scriptedModel } from "../scripted-model.ts";
import { steadyClock } from "./clock.ts";
import { type CommandScript, type ScriptedCommands, scriptedCommands } from "./commands.ts";
import { type MemoryLedger, memoryLedger } from "./ledger.ts";
import { answerOf, workOrder } from "./work-order.ts";
import { type MemoryFiles, type MemoryWorkspace, memoryWorkspace, type WorkspaceFaults } from "./workspace.ts";

export interface SceneOptions {
  readonly order?: Partial<WorkOrder>;
  /** The repo at the baseline. */
  readonly files?: MemoryFiles;
  /** The model's answers, one for each attempt; by default one good proposal for `greet.js`. */
  readonly replies?: readonly (string | ModelReply | ((request: AskedRequest) => string | ModelReply))[];
  readonly commands?: CommandScript;
  readonly faults?: WorkspaceFaults;
  readonly maxAttempts?: number;
  readonly stopOnRepeat?: boolean;
  readonly mayBeEmpty?: boolean;
  /** What no model may see. */
  readonly secrets?: readonly string[];
  /** Has the work reviewed by the same scripted model. */
  readonly review?: { readonly rounds?: number; readonly onFailure?: "pass" | "block" };
  /** Set if they are not the defaults. */
  readonly settings?: Partial<PromptLimits>;
  /** Receives each event before it is kept. */
  readonly onEvent?: (event: EventBody, stop: { aborted: boolean }) => void;
}

/** Everything that one order needs to be carried out, in memory. */
export interface OrderScene {
  readonly job: {
    readonly order: WorkOrder;
    readonly template: string;
    readonly maxAttempts: number;
    readonly timeoutSeconds: number;
    readonly stopOnRepeat: () => boolean;
    readonly mayBeEmpty: () => boolean;
    readonly settings: PromptLimits;
    readonly review?: {
      readonly template: string;
      readonly limits: PromptLimits;
      readonly rounds: number;
      readonly onFailure: "pass" | "block";
    };
  };
  readonly ports: {
    readonly model: ScriptedModel;
    readonly workspace: MemoryWorkspace;
    readonly commands: ScriptedCommands;
    readonly reviewer?: ScriptedModel;
    readonly outlines: { outlineOf(path: string, text: string): Promise<null> };
    readonly redactor: Redactor;
    readonly ledger: MemoryLedger;
    readonly clock: { monotonicMs(): number };
    /** Set `aborted` to ask for a stop. */
    readonly stop: { aborted: boolean };
  };
}

/** A prompt template with every placeholder, each in its own section. */
export const SCENE_TEMPLATE = [
  "# Verify\n{{VERIFY}}",
  "# Others\n{{OTHER_FILES}}",
  "# Read\n{{READ_FILES}}",
  "# Files\n{{FILES}}",
  "# Table\n{{FILE_TABLE}}",
  "# Order\n{{ORDER}}",
  "# Acceptance\n{{ACCEPTANCE_COMMANDS}}",
  "# Before\n{{PREVIOUS_ATTEMPTS}}",
].join("\n\n");

/** The same for the template of a reviewer's prompt. */
export const SCENE_REVIEW_TEMPLATE = [
  "# Order\n{{ORDER}}",
  "# Changes\n{{CHANGES}}",
  "# Summary\n{{SUMMARY}}",
  "# Evidence\n{{EVIDENCE}}",
  "# Earlier\n{{EARLIER}}",
].join("\n\n");

export const orderScene = (options: SceneOptions = {}): OrderScene => {
  const stop = { aborted: false };
  const { onEvent = () => {}, files = {}, review } = options;
  const model = scriptedModel(options.replies ?? [answerOf({ "greet.js": "export const greet = 1;\n" }, files)]);
  return {
    job: {
      order: workOrder(options.order),
      template: SCENE_TEMPLATE,
      maxAttempts: options.maxAttempts ?? 5,
      timeoutSeconds: 60,
      stopOnRepeat: () => options.stopOnRepeat ?? false,
      mayBeEmpty: () => options.mayBeEmpty ?? false,
      settings: { ...promptLimits(400_000), ...options.settings },
      ...(review === undefined
        ? {}
        : {
            review: {
              template: SCENE_REVIEW_TEMPLATE,
              limits: promptLimits(400_000),
              rounds: 2,
              onFailure: "pass",
              ...review,
            },
          }),
    },
    ports: {
      model,
      ...(review === undefined ? {} : { reviewer: model }),
      workspace: memoryWorkspace(files, options.faults),
      commands: scriptedCommands(options.commands),
      outlines: { outlineOf: async () => null },
      redactor: createRedactor(options.secrets ?? []),
      ledger: memoryLedger((event) => onEvent(event, stop)),
      clock: steadyClock(),
      stop,
    },
  };
};
