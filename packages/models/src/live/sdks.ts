import { setImmediate } from "node:timers/promises";
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

/**
 * Loads what the first question needs, ahead of it, while others are at work: a piece at a time, so that what becomes ready
 * between is begun first.
 */
export const preload = async ({ byModel }: Connections): Promise<void> => {
  const [first] = byModel.values();
  if (first?.kind !== "server") return;
  await setImmediate();
  await SDKS[first.server.wires.factory]();
  await setImmediate();
  // Node loads what these are made of as the first is made.
  new Response();
};
