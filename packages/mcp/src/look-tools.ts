import { entryOf, type OperationName } from "@llmch/app";
import { RUN_STATES } from "@llmch/story";
import { EXIT, shellWord } from "@llmch/text";
import { z } from "zod";
import { documentSchema, outcomeAnswer, wordsAnswer } from "./answer.ts";
import { type Host, look, printed } from "./host.ts";
import { READS, type Tool } from "./tool.ts";

/** The id of a run, and nothing that could be a path. */
export const runId = () => z.string().regex(/^[0-9A-Z]{26}$/);

type Argv = Parameters<typeof printed>[0];

/** A word that is no flag. */
const word = (about: string) =>
  z
    .string()
    .regex(/^\w[\w-]{0,199}$/)
    .describe(about);

const showInput = z.strictObject({
  run: word("the run's id, or how it begins (default: the newest)").default("last"),
  order: word("this order of a run-all, such as WO-02").optional(),
  attempt: z.int().min(1).optional().describe("this attempt alone"),
  part: z
    .enum(["whole", "prompt", "response", "diff", "examination"])
    .optional()
    .describe("this in place of a summary"),
});

/** A story is to be read: there is no document of it. */
const showTool: Tool = {
  ...{ name: "show", about: entryOf("show").sentence, input: showInput, hints: READS },
  call: async (given, host) => {
    const { run, order, attempt, part } = showInput.parse(given);
    const flags = [
      ...(order === undefined ? [] : [`--order=${order}`]),
      ...(attempt === undefined ? [] : [`--attempt=${attempt}`]),
      ...(part === undefined ? [] : [part === "whole" ? "--verbose" : `--${part}`]),
    ];
    const argv: Argv = part === "diff" ? ["diff", run, ...[order ?? []].flat()] : ["show", run, ...flags];
    const { text, exitCode } = await printed(argv, host);
    return wordsAnswer(text, commandLineOf(argv), exitCode !== EXIT.ok);
  },
};

/** The tools that are operations which only look. */
export const lookTools = (): readonly Tool[] => [
  operationTool("plan_check", "check", {
    input: { plan: runId().optional().describe("the run that made the plan (default: the newest plan of the repo)") },
    output: { verify_exempt: z.record(z.string(), z.boolean()).optional(), coverage: z.unknown().optional() },
    request: ({ plan }, { repo }) => ({ target: plan, repo }),
    command: ({ plan }, { repo }) => ["check", ...(plan ? [plan] : []), `--repo=${repo}`],
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
    command: ({ waiting, limit }) => ["runs", `--limit=${limit}`, ...(waiting ? ["--waiting"] : [])],
  }),
  showTool,
  operationTool("explain", "explain", {
    input: {
      topic: z.string().min(1).max(200).optional().describe("such as E104 or verify_failed (default: list them all)"),
    },
    output: { explanation: z.looseObject({}).optional(), explanations: z.array(z.looseObject({})).optional() },
    request: ({ topic }) => ({ code: topic }),
    command: ({ topic }) => ["explain", ...(topic === undefined ? [] : ["--", topic])],
  }),
];

interface Made<Input extends z.ZodRawShape> {
  readonly input: Input;
  readonly output: z.ZodRawShape;
  request(args: z.output<z.ZodObject<Input>>, host: Host): Readonly<Record<string, unknown>>;
  /** What prints the result, after `llmch`. */
  command(args: z.output<z.ZodObject<Input>>, host: Host): Argv;
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
      const argv = command(args, host);
      const [outcome, { text }] = [await look(operation, request(args, host), host), await printed(argv, host)];
      return outcomeAnswer(operation, outcome, `${commandLineOf(argv)} --json`, text);
    },
  };
};

const commandLineOf = (argv: readonly string[]): string => ["llmch", ...argv.map(shellWord)].join(" ");
