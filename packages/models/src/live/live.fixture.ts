import {
  type EventBody,
  type Exchange,
  type ModelReply,
  type ModelRequest,
  type ModelRole,
  onePrompt,
  orderCall,
  PROVIDERS,
  type Provider,
  planCall,
} from "@llmch/contract";
import { DEFAULT_SETTINGS, type Settings } from "@llmch/contract/settings";
import { type ModelServer, type ModelServerOptions, startModelServer } from "@llmch/testkit";
import { createRedactor, type JsonObject } from "@llmch/text";
import { afterEach } from "vitest";
import { connectionOf, transportOf } from "../connections.ts";
import { NO_BUDGET } from "../gateway.fixture.ts";
import {
  type Budget,
  type Connections,
  createGateway,
  modelSettings,
  modelsAsked,
  priceList,
  type Server,
} from "../index.ts";
import type { Transport } from "../transport/send.ts";
import { systemTime, type Time } from "../transport/time.ts";

export const KEY = "sk-canary-0123456789abcdef";
export const SCHEMA = {
  name: "answer",
  schema: { type: "object", properties: {}, required: [], additionalProperties: false },
};

export const open: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

export const TRANSPORT: Transport = {
  ...transportOf(DEFAULT_SETTINGS),
  retryBaseMs: 1,
  connectMs: 20_000,
  totalMs: { planner: 120_000, factory: 120_000 },
};

/** The user's own servers, one for each protocol: `compatible:by-chat`, … */
const COMPATIBLE = ["chat", "responses", "messages"] as const;

/** A key for every known provider, and its address in the form that the provider's SDK wants. */
const environmentTo = (baseUrl: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values<Provider>(PROVIDERS).flatMap(({ keyVariable, baseUrlVariable, wires }) => [
      [keyVariable, KEY],
      [baseUrlVariable, wires.factory === "messages" ? baseUrl.replace(/\/v1$/, "") : baseUrl],
    ]),
  );

/** Connections to one server for every model that the settings name: as that model's provider, but at this address. */
export const connectionsTo = (
  baseUrl: string,
  given: Settings = DEFAULT_SETTINGS,
  overrides: Partial<Transport & Pick<Server, "baseUrl" | "renewKey">> = {},
): Connections => {
  const base_url = overrides.baseUrl ?? baseUrl;
  const env = { ...environmentTo(base_url), OFFICE_KEY: KEY };
  const servers = COMPATIBLE.map((api) => [
    `by-${api}`,
    { base_url, key_variable: "OFFICE_KEY", key_command: null, api, model: null },
  ]);
  const settings = { ...given, models: { ...given.models, compatible: Object.fromEntries(servers) } };
  const { planner, factory } = modelSettings(settings);
  const names = [planner, factory].flatMap(modelsAsked);
  const byModel = new Map(
    names.map((name) => {
      const found = connectionOf(name, settings, env);
      if (!found.ok) throw new Error(found.issues[0].message);
      const renewing = overrides.renewKey === undefined ? {} : { renewKey: overrides.renewKey };
      return [name, { ...found.value, server: { ...found.value.server, ...renewing } }];
    }),
  );
  return { transport: { ...TRANSPORT, ...overrides }, byModel };
};

/** The parts of a request that tests specify; the rest has defaults. */
export interface Details extends Partial<ModelRequest> {
  readonly prompt?: string;
  readonly stableContent?: string;
  readonly stableLengths?: readonly number[];
}

export const requestOf = (role: ModelRole, details: Details = {}): ModelRequest => {
  const { prompt = "Answer in JSON.", stableContent = prompt, stableLengths = [], ...rest } = details;
  return {
    call: role === "planner" ? planCall(1) : orderCall("WO-01", 1),
    messages: onePrompt(prompt, { stableContent, stableLengths }),
    answerSchema: SCHEMA,
    ...rest,
  };
};

/** A gateway over a scripted server, and everything that came out of it. */
export const scene = async (
  script: ModelServerOptions,
  overrides: Partial<Transport & Pick<Server, "baseUrl" | "renewKey">> = {},
  {
    settings = DEFAULT_SETTINGS,
    budget = NO_BUDGET,
    time = systemTime,
    jobs = 1,
  }: { settings?: Settings; budget?: Budget; time?: Time; jobs?: number } = {},
) => {
  const server = await startModelServer(script);
  open.push(server);
  const exchanges: Exchange[] = [];
  const events: EventBody[] = [];
  const broken: JsonObject[] = [];
  const reasoning: string[] = [];
  const answering: number[] = [];
  const interrupt = new AbortController();
  const gateway = createGateway({
    source: { kind: "live", connections: connectionsTo(server.url, settings, overrides) },
    models: modelSettings(settings),
    budget,
    prices: priceList(settings.models.prices),
    signal: interrupt.signal,
    redactor: createRedactor([KEY]),
    ...{ time, jobs },
  });
  const model = gateway.for({
    appendExchange: async (exchange) => void exchanges.push(exchange),
    emit: async (event) => void events.push(event),
    keepBroken: async (_, document) => void broken.push(document),
    onReasoning: (text) => reasoning.push(text),
    onAnswering: (characters) => answering.push(characters),
  });
  const ask = (role: ModelRole, details?: Details): Promise<ModelReply> => model.ask(requestOf(role, details));
  const sent = () => server.requests.map(({ method, path, body }) => ({ method, path, body }));
  const ways = () =>
    server.requests.map(({ method, path, body }) =>
      method === "GET" ? "poll" : path === "/responses" ? deliveryOf(body) : "chat",
    );
  const retries = () => events.flatMap((event) => (event.type === "model_retried" ? [event.reason] : []));
  const pauses = () => events.flatMap((event) => (event.type === "model_retried" ? [event.wait_ms] : []));
  return {
    server,
    gateway,
    ask,
    exchanges,
    broken,
    events,
    reasoning,
    answering,
    interrupt,
    sent,
    ways,
    retries,
    pauses,
  };
};

const deliveryOf = (body: { readonly [key: string]: unknown }): string => {
  if (body.stream === true) return "stream";
  return body.background === true ? "background" : "plain";
};

export const text = (reply: ModelReply): string =>
  reply.kind === "answered" ? reply.text : `failed: ${reply.message}`;
export const reason = (reply: ModelReply): string =>
  reply.kind === "failed" ? reply.reason : `answered: ${reply.text}`;
