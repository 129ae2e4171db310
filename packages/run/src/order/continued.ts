import {
  type Conversation,
  callKey,
  type Exchange,
  LEAST_BYTES_PER_TOKEN,
  orderCall,
  type RequestMessage,
  type WorkOrder,
} from "@llmch/contract";
import type { Continued } from "@llmch/factory";
import { monotonicClock } from "@llmch/files";
import { limitsFor, linesShown, recordedExchanges } from "@llmch/records";
import { isJsonObject, type JsonObject, objectsMember, textMember, utf8Length } from "@llmch/text";
import type { OrderPorts } from "./ports.ts";
import type { Earlier } from "./previous-session.ts";

/** How long a provider can be expected to remember a conversation. */
const MOST_MS = 5 * 60_000;

/**
 * The planner's conversation that the first attempt at an order goes on with (contract §11, `planner.continue`): what the record says
 * that it went on with, or else the conversation that this process has just had.
 */
export const continuedOf = async (
  order: Pick<WorkOrder, "id">,
  { stored }: Earlier,
  ports: OrderPorts,
): Promise<Continued | null> => {
  const first = callKey(orderCall(order.id, 1));
  const { record, conversation } = ports.models;
  const recorded = stored === null ? undefined : (await recordedExchanges(stored)).get(first);
  const replayed = record.answers.kind === "replay" ? record.answers.exchanges : null;
  const exchange = recorded ?? replayed?.get(first);
  const isLive = exchange === undefined && replayed === null;
  const messages = !isLive ? messagesBefore(exchange) : goesOn(conversation, ports) ? conversation.messages : [];
  return messages.length === 0 ? null : { messages: messages.map(asTold), shown: linesShown(messages) };
};

/** Whether the model that planned is asked next, at once, and has room for more. */
const goesOn = (
  conversation: Conversation | null,
  { facts: { settings, executor, firstSteps } }: OrderPorts,
): conversation is Conversation => {
  const { planner, factory, models } = settings;
  if (conversation === null || executor !== null || firstSteps.length > 0) return false;
  if (planner.model.join() !== factory.model.join()) return false;
  const bytes = conversation.messages.reduce((sum, { content }) => sum + utf8Length(content), 0);
  const { contextTokens } = limitsFor(factory.model, models);
  return (
    bytes / LEAST_BYTES_PER_TOKEN < contextTokens / 2 && monotonicClock.monotonicMs() - conversation.endedMs <= MOST_MS
  );
};

/** The messages before the last one of a recorded question. */
const messagesBefore = (exchange: Exchange | undefined): readonly RequestMessage[] => {
  const asked = exchange?.request;
  return objectsMember(isJsonObject(asked) ? asked : {}, "messages")
    .slice(0, -1)
    .flatMap(messageIn);
};

const messageIn = (told: JsonObject): readonly RequestMessage[] => {
  const [role, content, callId] = [textMember(told, "role"), textMember(told, "content"), textMember(told, "call_id")];
  if (content === null || (role !== "user" && role !== "assistant" && role !== "tool")) return [];
  const toolCalls = objectsMember(told, "tool_calls").map((call) => ({
    ...{ id: textMember(call, "id") ?? "", name: textMember(call, "name") ?? "" },
    arguments: textMember(call, "arguments") ?? "",
  }));
  return [{ role, content, ...(toolCalls.length === 0 ? {} : { toolCalls }), ...(callId === null ? {} : { callId }) }];
};

/** As a record tells it: the question of a replay is the same. */
const asTold = ({ stableContent: _, stableLengths: __, ...message }: RequestMessage): RequestMessage => message;
