import type { Limits } from "@llmch/agent";
import { ASSUMED_CONTEXT_TOKENS, type PromptLimits, promptLimits } from "@llmch/contract";
import type { AgentSettings, Settings } from "@llmch/contract/settings";
import { smallestContext } from "@llmch/models";
import { planStart } from "@llmch/planner";

/**
 * How much a prompt shows.
 * @param names the models, one of which reads it
 */
export const limitsFor = (
  names: readonly string[],
  { context_tokens }: Pick<Settings["models"], "context_tokens">,
): PromptLimits => promptLimits(smallestContext(names, context_tokens));

/**
 * How much the planner's prompts show.
 * @param designer the model that designs, if it is not the planning one
 */
export const plannerLimits = (
  { planner, models }: Pick<Settings, "planner" | "models">,
  designer: string | null = null,
): PromptLimits => limitsFor(designer === null ? planner.model : [designer], models);

/** Longer conversations cost more than they are worth, however large the context is. */
const MOST_CONTEXT_TOKENS = ASSUMED_CONTEXT_TOKENS;

/** Whether the planner looks around in a repo with these files: in `auto`, if there is code. */
export const looksAround = ({ agent }: Pick<Settings["planner"], "agent">, files: readonly string[]): boolean =>
  agent === "on" || (agent === "auto" && planStart(files) === "EXISTING_REPO");

/** How far a model with tools may go. */
export const agentLimits = (
  { turns, tokens }: AgentSettings,
  { contextTokens }: Pick<PromptLimits, "contextTokens">,
): Limits => ({ turns, tokens, contextTokens: Math.min(contextTokens, MOST_CONTEXT_TOKENS) });
