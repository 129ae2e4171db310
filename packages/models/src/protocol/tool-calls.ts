import type { ToolCall } from "@llmch/contract";
import { isJsonObject, type JsonObject, type JsonValue, readJson } from "@llmch/text";

/** A call as the server sent it: some leave out its id. */
export type ToldCall = Omit<ToolCall, "id"> & { readonly id: string | null };

/** The calls of an answer, as a member of it. A call without a unique id gets one from its index: `call-0`. */
export const callsMember = (told: readonly ToldCall[]): { readonly toolCalls?: readonly ToolCall[] } => {
  if (told.length === 0) return {};
  const toolCalls = told.map(({ id, name, arguments: given }, index) => {
    const isFirst = id !== null && id !== "" && told.findIndex((each) => each.id === id) === index;
    return { id: isFirst ? id : `call-${index}`, name, arguments: given };
  });
  return { toolCalls };
};

/** Arguments as the text that the model wrote; some servers have already parsed them. */
export const argumentsText = (given: JsonValue | undefined): string =>
  typeof given === "string" ? given : JSON.stringify(given ?? {});

/** The arguments of an earlier call as an object, which servers require. Anything else is wrapped in one. */
export const argumentsObject = ({ arguments: given }: Pick<ToolCall, "arguments">): JsonObject => {
  const read = readJson(given === "" ? "{}" : given);
  return read.ok && isJsonObject(read.value) ? read.value : { arguments: given };
};

/** The same as text: unchanged if it is already an object. */
export const argumentsSent = (call: Pick<ToolCall, "arguments">): string => {
  const read = readJson(call.arguments);
  return read.ok && isJsonObject(read.value) ? call.arguments : JSON.stringify(argumentsObject(call));
};
