import type { JsonValue } from "@llmch/contract";

/** Longest event that is read. */
const MAX_EVENT_LENGTH = 32 * 1024 * 1024;

/**
 * The JSON data of a stream of server-sent events, event by event. Comments, names and `[DONE]` are passed over: the data
 * names its own type. Throws where the connection breaks, an event is no JSON, or one is too long.
 */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  let data: string[] = [];
  let length = 0;
  for await (const line of linesOf(pieces)) {
    if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    length += line.length;
    if (length > MAX_EVENT_LENGTH) throw tooLong();
    if (line !== "") continue;
    const event = data.join("\n");
    data = [];
    length = 0;
    if (event !== "" && event !== "[DONE]") yield JSON.parse(event);
  }
}

/** Lines, and one empty line after the last, so that an event is read also where the server forgets to close it. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    const [end = "", ...later] = piece.split("\n");
    begun.push(end);
    length += end.length;
    if (length > MAX_EVENT_LENGTH) throw tooLong();
    for (const next of later) {
      yield withoutReturn(begun.join(""));
      begun = [next];
      length = next.length;
    }
  }
  yield withoutReturn(begun.join(""));
  yield "";
}

const tooLong = (): Error => new Error(`an event of more than ${MAX_EVENT_LENGTH} characters`);

const withoutReturn = (line: string): string => (line.endsWith("\r") ? line.slice(0, -1) : line);
