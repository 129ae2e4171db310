import { DIAGNOSTIC_CODES, type JsonObject, refusal } from "@llmch/contract";
import { STAGE_EXPLANATIONS } from "@llmch/factory/explanations";
import { EXPLANATIONS, type Example, examplePlan } from "@llmch/planner/explanations";
import type { CommandContext } from "../command-context.ts";
import { colorsFor } from "../console/paint.ts";
import { topicList, topicPage } from "../explain/page.ts";
import { findTopic, TOPICS, type Topic } from "../explain/topic.ts";
import type { ExplainOptions } from "../options.ts";
import { type Outcome, refused, told } from "../outcome.ts";

/** Page width in columns: very long and very short lines are both hard to read. */
const WIDEST = 100;
const NARROWEST = 40;

/** `llmch explain`: what a diagnostic or a stage means, why it exists and how to fix it. Reads nothing. */
export const explain = async (options: ExplainOptions, { env, console }: CommandContext): Promise<Outcome> => {
  const colors = colorsFor(options, env, console.stdout.isTTY === true);
  const columns = console.stdout.columns || WIDEST;
  const paper = { colors, width: Math.max(NARROWEST, Math.min(columns, WIDEST)) };
  if (options.code === undefined) return told(topicList(paper), { explanations: TOPICS.map(titled) });
  const { found, ...missed } = findTopic(options.code);
  if (found !== null) return told(topicPage(found, paper), { explanation: described(found) });
  const nearest = "nearest" in missed ? missed.nearest : null;
  return refused([
    refusal(
      "usage",
      `nothing is called ${JSON.stringify(options.code.slice(0, 40))}`,
      nearest === null
        ? "`llmch explain` lists what can be explained"
        : `run \`llmch explain ${nearest}\`, the nearest, or \`llmch explain\` for a list`,
    ),
  ]);
};

const titled = (topic: Topic): JsonObject => ({
  name: topic.name,
  kind: topic.kind,
  title: topic.kind === "diagnostic" ? DIAGNOSTIC_CODES[topic.name].title : STAGE_EXPLANATIONS[topic.name].title,
});

/** Includes complete examples, so that a program can check them. */
const described = (topic: Topic): JsonObject => {
  if (topic.kind === "stage") {
    const { meaning, hint, files } = STAGE_EXPLANATIONS[topic.name];
    return { ...titled(topic), meaning, hint, files: [...files] };
  }
  const { meaning, reason, broken, fixed } = EXPLANATIONS[topic.name];
  const { hint } = DIAGNOSTIC_CODES[topic.name];
  return { ...titled(topic), meaning, reason, hint, broken: whole(broken), fixed: whole(fixed) };
};

const whole = (example: Example): JsonObject =>
  example.said === undefined
    ? {
        repo: [...(example.repo ?? [])],
        ...(example.spec === undefined ? {} : { spec: example.spec }),
        manifest: examplePlan(example),
      }
    : { said: example.said };
