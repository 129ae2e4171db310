import type { JsonValue } from "@llmch/contract";
import { createParser, type ParseError } from "eventsource-parser";

/** Longest event that is read. */
const MAX_EVENT_LENGTH = 32 * 1024 * 1024;

/**
 * The JSON data of a stream of server-sent events, event by event. Comments, names and `[DONE]` are passed over: the data
 * names its own type. Throws where the connection breaks, an event is no JSON, or one is too long.
 */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  const read: string[] = [];
  const faults: ParseError[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => void read.push(data),
    // Fields that nobody knows are passed over.
    onError: (fault) => void (fault.type === "max-buffer-size-exceeded" && faults.push(fault)),
  });
  for await (const piece of withEnd(pieces)) {
    parser.feed(piece);
    for (const data of read.splice(0)) if (data !== "" && data !== "[DONE]") yield JSON.parse(data);
    if (faults.length > 0) throw new Error(`an event of more than ${MAX_EVENT_LENGTH} characters`);
  }
}

/** An empty line after the last, so that an event is read also where the server forgets to close it. */
async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
  yield "\n\n";
}
