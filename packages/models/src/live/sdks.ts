import type { Wire } from "@llmch/contract";
import type { Connections } from "../connections.ts";
import type { OpenClient } from "../transport/send.ts";

const openAi = async (): Promise<OpenClient> => (await import("../openai/client.ts")).openOpenAi;
const anthropic = async (): Promise<OpenClient> => (await import("../anthropic/client.ts")).openAnthropic;

/** The SDK of each protocol, loaded on demand, and only here. */
export const SDKS: Readonly<Record<Wire, () => Promise<OpenClient>>> = {
  responses: openAi,
  chat: openAi,
  messages: anthropic,
};

const whatIsReady = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Loads the SDK for the first question in advance, once work that has just started is under way. */
export const loadFirstSdk = async ({ byModel }: Connections): Promise<void> => {
  const [first] = byModel.values();
  if (first === undefined) return;
  await whatIsReady();
  await SDKS[first.server.wires.factory]();
};

/** The same, plus the fetch classes: Node loads them when the first one is constructed. */
export const loadAhead = async (connections: Connections): Promise<void> => {
  await loadFirstSdk(connections);
  await whatIsReady();
  new Response();
};
