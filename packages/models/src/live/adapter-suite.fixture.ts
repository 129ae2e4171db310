import type { ModelRole } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type ModelServerOptions, type Script, type Step, serves } from "@llmch/testkit";
import type { JsonObject, JsonValue } from "@llmch/text";
import { at, listAt } from "../transport/envelope.ts";
import type { Transport } from "../transport/send.ts";
import type { Time } from "../transport/time.ts";
import { scene } from "./live.fixture.ts";

/** A way to reach a model that must pass the whole suite: a protocol and its provider. */
export interface SuiteRow {
  readonly name: string;
  readonly role: ModelRole;
  /** The model, by its name in llmch. */
  readonly model: string;
  readonly provider: string;
  readonly endpoint: "responses" | "chat" | "messages";
  readonly keyVariable: string;
  /** Whether it gets a temperature before it has refused one. */
  readonly hasTemperature: boolean;
}

/** A row here puts a provider through the suite. */
export const ROWS: readonly SuiteRow[] = [
  {
    name: "OpenAI's Responses",
    role: "planner",
    model: "gpt-5.2-codex",
    provider: "openai",
    endpoint: "responses",
    keyVariable: "OPENAI_API_KEY",
    hasTemperature: true,
  },
  {
    name: "OpenAI's Chat Completions",
    role: "factory",
    model: "gpt-5.2",
    provider: "openai",
    endpoint: "chat",
    keyVariable: "OPENAI_API_KEY",
    hasTemperature: true,
  },
  {
    name: "Anthropic's Messages",
    role: "factory",
    model: "anthropic:claude-opus-5-5",
    provider: "anthropic",
    endpoint: "messages",
    keyVariable: "ANTHROPIC_API_KEY",
    hasTemperature: false,
  },
  ...(["responses", "chat", "messages"] as const).map((endpoint) => ({
    name: `${endpoint} of a server of one's own`,
    role: endpoint === "messages" ? ("planner" as const) : ("factory" as const),
    model: `compatible:by-${endpoint}/llama`,
    provider: `compatible:by-${endpoint}`,
    endpoint,
    keyVariable: "OFFICE_KEY",
    hasTemperature: true,
  })),
];

/** Where a protocol puts its members. */
interface Places {
  readonly path: string;
  readonly streams: boolean;
  readonly schema: readonly string[];
  readonly effort: readonly string[];
  readonly budget: string;
  /** How a server refuses the effort parameter. */
  readonly effortName: string;
  /** How a server refuses a prompt that exceeds the model's context. */
  readonly tooLong: Step;
}

const TOO_LONG = serves.status(400, {
  message: "Your input exceeds the context window of this model.",
  code: "context_length_exceeded",
});

export const PLACES: Readonly<Record<SuiteRow["endpoint"], Places>> = {
  responses: {
    path: "/responses",
    streams: true,
    schema: ["text", "format", "schema"],
    effort: ["reasoning", "effort"],
    budget: "max_output_tokens",
    effortName: "reasoning.effort",
    tooLong: TOO_LONG,
  },
  chat: {
    path: "/chat/completions",
    streams: true,
    schema: ["response_format", "json_schema", "schema"],
    effort: ["reasoning_effort"],
    budget: "max_completion_tokens",
    effortName: "reasoning_effort",
    tooLong: TOO_LONG,
  },
  messages: {
    path: "/messages",
    streams: true,
    schema: ["output_config", "format", "schema"],
    effort: ["output_config", "effort"],
    budget: "max_tokens",
    effortName: "output_config.effort",
    tooLong: serves.status(400, { message: "prompt is too long: 207791 tokens > 200000 maximum" }),
  },
};

interface SuiteOptions {
  readonly refuses?: readonly string[];
  readonly transport?: Partial<Transport>;
  readonly reasoning_effort?: string | null;
  readonly temperature?: number | null;
  readonly time?: Time;
}

/** A gateway whose one model is the row's, served by a script. */
export const rowScene = async (row: SuiteRow, script: Script, options: SuiteOptions = {}) => {
  const { refuses = [], transport = {}, reasoning_effort = null, temperature = null, time } = options;
  const server: ModelServerOptions = { [row.endpoint]: script, refuses };
  const asked = { ...DEFAULT_SETTINGS[row.role], model: [row.model] as const, reasoning_effort, temperature };
  const settings = { ...DEFAULT_SETTINGS, [row.role]: asked };
  const made = await scene(server, transport, { settings, ...(time === undefined ? {} : { time }) });
  const bodies = (): readonly JsonObject[] => made.server.requests.map(({ body }) => body);
  return {
    ...made,
    ask: (details?: Parameters<typeof made.ask>[1]) => made.ask(row.role, details),
    bodies,
    /** The value at a path in each request. */
    sentAt: (path: readonly string[]): readonly (JsonValue | undefined)[] => bodies().map((body) => at(body, ...path)),
  };
};

/** The names of the tools in a request, in any protocol. */
export const toolNamesIn = (body: JsonObject): readonly (JsonValue | undefined)[] =>
  listAt(body, "tools").map((tool) => at(tool, "function", "name") ?? at(tool, "name"));

export const budgetOf = ({ role }: SuiteRow): number => DEFAULT_SETTINGS[role].max_output_tokens;
