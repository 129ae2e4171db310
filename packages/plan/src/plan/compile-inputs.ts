import { isProvider, PROVIDERS, parseModelName } from "@llmch/contract";
import type { Settings } from "@llmch/contract/settings";
import { compatibleServer } from "@llmch/models";
import { type PlanQuestion, questionHash } from "@llmch/planner";
import { plannerLimits } from "@llmch/records";
import type { Environment, JsonValue } from "@llmch/text";
import type { PlanSources } from "./inputs.ts";

/** The planner's question, made from the sources and the settings. */
export const planQuestion = (
  { spec, template, doctrine, target, standing, design, designing, boxes, window }: PlanSources,
  settings: Settings,
): PlanQuestion => ({
  spec,
  template,
  doctrine,
  repoHints: target.hints,
  tools: target.look !== null,
  mayAsk: settings.planner.questions,
  repoFiles: target.files,
  repoCommit: target.commit,
  standing,
  design,
  designing,
  ...(boxes === undefined ? {} : { boxes }),
  window,
  settings: settings.planner,
  limits: plannerLimits(settings),
});

/** The hash for finding a stored plan for the same question. No API key goes into it. */
export const planQuestionHash = (sources: PlanSources, settings: Settings, env: Environment): string =>
  questionHash(
    planQuestion(sources, settings),
    settings.planner.model.map((name) => servedAt(name, settings, env)),
  );

const servedAt = (name: string, { models }: Settings, env: Environment): JsonValue => {
  const parsed = parseModelName(name);
  if (!parsed.ok) return null;
  const { provider, model } = parsed.value;
  if (isProvider(provider)) return env[PROVIDERS[provider].baseUrlVariable]?.trim() || PROVIDERS[provider].baseUrl;
  const [serverName = ""] = model.split("/");
  const server = provider === "compatible" ? compatibleServer(serverName, { models }, env) : null;
  return server == null ? null : { base_url: server.base_url, api: server.api, model: server.model };
};
