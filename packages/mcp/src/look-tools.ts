import { entryOf, type OperationName, type Outcome } from "@llmch/app";
import { RUN_STATES } from "@llmch/story";
import { shellWord } from "@llmch/text";
import { z } from "zod";
import { documentSchema, outcomeAnswer } from "./answer.ts";
import { type Host, look } from "./host.ts";
import { linksOf } from "./resources.ts";
import { READS, type Tool } from "./tool.ts";

/** The id of a run, and nothing that could be a path. */
export const runId = () => z.string().regex(/^[0-9A-Z]{26}$/);

/** The tools that are operations which only look. */
export const lookTools = (): readonly Tool[] => [
  operationTool("plan_check", "check", {
    input: { plan: runId().optional().describe("the run that made the plan (default: the newest plan of the repo)") },
    output: { verify_exempt: z.record(z.string(), z.boolean()).optional(), coverage: z.unknown().optional() },
    request: ({ plan }, { repo }) => ({ target: plan, repo }),
    command: ({ plan }) => `llmch check ${plan ?? ""}`,
  }),
  operationTool("runs", "runs", {
    input: {
      waiting: z.boolean().default(false).describe("only those that wait for a decision"),
      limit: z.int().min(1).max(100).default(20).describe("how many at most"),
    },
    output: {
      runs: z.array(z.looseObject({ run_id: z.string(), kind: z.string(), state: z.enum(RUN_STATES) })).optional(),
    },
    request: (args) => args,
    command: () => "llmch runs",
  }),
  operationTool("show", "show", {
    input: {
      run: z.string().min(1).max(200).optional().describe("the run's id, or how it begins (default: the newest)"),
      order: z.string().min(1).max(200).optional().describe("this order of a run-all, such as WO-02"),
      attempt: z.int().min(1).optional().describe("this attempt alone"),
    },
    output: { state: z.enum(RUN_STATES).optional(), story: z.looseObject({}).optional() },
    request: (args) => args,
    command: ({ run = "last" }) => `llmch show ${shellWord(String(run))}`,
  }),
  operationTool("explain", "explain", {
    input: {
      topic: z.string().min(1).max(200).optional().describe("such as E104 or verify_failed (default: list them all)"),
    },
    output: { explanation: z.looseObject({}).optional(), explanations: z.array(z.looseObject({})).optional() },
    request: ({ topic }) => ({ code: topic }),
    command: ({ topic = "" }) => `llmch explain ${topic}`,
  }),
];

interface Made<Input extends z.ZodRawShape> {
  readonly input: Input;
  readonly output: z.ZodRawShape;
  request(args: z.output<z.ZodObject<Input>>, host: Host): Readonly<Record<string, unknown>>;
  /** What prints the whole result. */
  command(args: z.output<z.ZodObject<Input>>): string;
}

/** A tool made from the catalogue. */
const operationTool = <Input extends z.ZodRawShape>(
  name: string,
  operation: OperationName,
  { input, output, request, command }: Made<Input>,
): Tool => {
  const schema = z.strictObject(input);
  return {
    ...{ name, about: entryOf(operation).sentence, input: schema, output: documentSchema(output), hints: READS },
    call: async (given, host) => {
      const args = schema.parse(given);
      const outcome = await look(operation, request(args, host), host);
      const links = operation === "show" && outcome.runId ? linksOf(outcome.runId, kindOf(outcome)) : [];
      return outcomeAnswer(operation, outcome, `${command(args).trim()} --json`, links);
    },
  };
};

const kindOf = ({ result }: Outcome): string => String(Object(Object(result).story).kind);
