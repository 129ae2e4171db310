import { FINAL_STAGES } from "@llmch/contract";
import { EXPLANATIONS, type Example, examplePlan, exampleText } from "@llmch/planner/explanations";
import { meaningOf, STAGE_EXPLANATIONS } from "@llmch/story";
import { refusal } from "@llmch/text";
import { z } from "zod";
import { document, text } from "../description/members.ts";
import { describe, type RequestOf, type ResultOf } from "../description/operation.ts";
import { findTopic, TOPICS, type Topic } from "../explain/topics.ts";
import { done, type Outcome, refused } from "../outcome.ts";

const titledSchema = () => z.object({ name: z.string(), kind: z.enum(["diagnostic", "stage"]), title: z.string() });

export const description = /* @__PURE__ */ describe(() => ({
  name: "explain",
  topic: "Look",
  sentence: "explain a diagnostic or a stage of a failure, and how to fix it",
  may: "read",
  keyless: true,
  argument: { member: "code", shown: "[code]" },
  request: z.strictObject({
    code: text().optional().describe("such as E104 or verify_failed (default: list them all)"),
  }),
  result: z.object({
    explanations: z.array(titledSchema()).optional().describe("all that can be explained, if no code was given"),
    explanation: titledSchema()
      .extend({
        meaning: z.string(),
        reason: z.string().optional(),
        hint: z.string(),
        files: z.array(z.string()).optional().describe("of a stage: the files of an attempt that tell more"),
        broken: document("a plan that the diagnostic refuses").optional(),
        fixed: document("the same plan, fixed").optional(),
      })
      .optional(),
  }),
  examples: ["explain E104", "explain verify_failed"],
}));

/** What a page shows of a topic besides its explanation. */
export interface ExplainDrawing {
  /** Of a stage: whether other attempts follow. */
  readonly isTriedAgain: boolean;
  /** Of a diagnostic: a plan that has it, and the same without, as a reader sees them. */
  readonly examples: readonly (Pick<Example, "repo" | "spec"> & { readonly title: string; readonly text: string })[];
}

/** What a diagnostic or a stage means, why it exists and how to fix it. Reads nothing. */
export const operate = async ({
  code,
}: RequestOf<typeof description>): Promise<Outcome<ResultOf<typeof description>, ExplainDrawing>> => {
  if (code === undefined) return done({ explanations: TOPICS.map(titled) });
  const { found, ...missed } = findTopic(code);
  if (found !== null) return done({ explanation: described(found) }, { drawing: drawn(found) });
  const nearest = "nearest" in missed ? missed.nearest : null;
  return refused([
    refusal(
      "usage",
      `nothing is called ${JSON.stringify(code.slice(0, 40))}`,
      nearest === null
        ? "`llmch explain` lists what can be explained"
        : `run \`llmch explain ${nearest}\`, the nearest, or \`llmch explain\` for a list`,
    ),
  ]);
};

const titled = (topic: Topic) => ({
  name: topic.name,
  kind: topic.kind,
  title: topic.kind === "diagnostic" ? meaningOf(topic.name).title : STAGE_EXPLANATIONS[topic.name].title,
});

/** Includes complete examples, so that a program can check them. */
const described = (topic: Topic) => {
  if (topic.kind === "stage") {
    const { meaning, hint, files } = STAGE_EXPLANATIONS[topic.name];
    return { ...titled(topic), meaning, hint, files: [...files] };
  }
  const { meaning, reason, broken, fixed } = EXPLANATIONS[topic.name];
  const { hint } = meaningOf(topic.name);
  return { ...titled(topic), meaning, reason, hint, broken: whole(broken), fixed: whole(fixed) };
};

const drawn = (topic: Topic): ExplainDrawing => {
  if (topic.kind === "stage")
    return { isTriedAgain: !FINAL_STAGES.has(topic.name) && topic.name !== "plan_acceptance_failed", examples: [] };
  const { broken, fixed } = EXPLANATIONS[topic.name];
  const shown = (title: string, example: Example) => ({ ...example, title, text: exampleText(example) });
  return { isTriedAgain: false, examples: [shown("Broken", broken), shown("Fixed", fixed)] };
};

const whole = (example: Example) =>
  example.said === undefined
    ? {
        repo: [...(example.repo ?? [])],
        ...(example.spec === undefined ? {} : { spec: example.spec }),
        manifest: examplePlan(example),
      }
    : { said: example.said };
