import { canonicalJson, type JsonValue, sha256Hex } from "@llmch/text";
import { designInputs } from "./compile.ts";
import type { CompileInputs } from "./compile-inputs.ts";
import { designPrompt } from "./design/prompt.ts";
import { DESIGN_SCHEMA } from "./design/schema.ts";
import { CHANGED_PLAN_SCHEMA, PLAN_SCHEMA } from "./plan-schema.ts";
import { plannerPrompt } from "./prompt.ts";
import { compileHash } from "./provenance.ts";

/** What a plan is compiled from, independent of the run. */
export type PlanQuestion = Omit<CompileInputs, "plannerRunId">;

/**
 * The SHA-256 of everything that decides a plan, apart from chance: the first prompt with what it shows of the repo, its answer schema, and
 * the models with their parameters. A plan for the same question also answers this one, if it holds for the repo's files. The number of
 * attempts is not included.
 * @param servers where each model of the chain is served: one name may stand for two models
 */
export const questionHash = (question: PlanQuestion, servers: readonly JsonValue[]): string => {
  const { model, reasoning_effort, temperature, max_output_tokens } = question.settings;
  return sha256Hex(
    canonicalJson({
      compile_hash: compileHash(question),
      prompt_sha256: sha256Hex(plannerPrompt(question)),
      answer_schema: {
        ...(question.standing == null && question.tools !== true ? PLAN_SCHEMA : CHANGED_PLAN_SCHEMA),
      },
      models: model,
      servers,
      reasoning_effort,
      temperature,
      max_output_tokens,
      prompt_bytes: question.limits.promptBytes,
      ...(question.boxes === undefined ? {} : { boxes: question.boxes.map((box) => box && { ...box }) }),
      ...(question.designing == null
        ? {}
        : {
            design: {
              prompt_sha256: sha256Hex(designPrompt(designInputs(question, question.designing))),
              answer_schema: { ...DESIGN_SCHEMA },
              model: question.designing.model,
            },
          }),
    }),
  );
};
