import type { Wire } from "@llmch/contract";
import type { Connections } from "../connections.ts";
import type { OpenClient } from "../transport/send.ts";

const openAi = async (): Promise<OpenClient> => (await import("../openai/client.ts")).openOpenAi;
const anthropic = async (): Promise<OpenClient> => (await import("../anthropic/client.ts")).openAnthropic;

/** The SDK that each protocol is spoken through, loaded when it is asked for: here and nowhere else. */
export const SDKS: Readonly<Record<Wire, () => Promise<OpenClient>>> = {
  responses: openAi,
  chat: openAi,
  messages: anthropic,
};

const whatIsReady = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Loads the SDK of the first question ahead of it, once what has just been begun is under way. */
export const loadFirstSdk = async ({ byModel }: Connections): Promise<void> => {
  const [first] = byModel.values();
  if (first?.kind !== "server") return;
  await whatIsReady();
  await SDKS[first.server.wires.factory]();
};

/** The same, and what requests and answers are made of: Node loads that as the first is made. */
export const loadAhead = async (connections: Connections): Promise<void> => {
  await loadFirstSdk(connections);
  await whatIsReady();
  new Response();
};
