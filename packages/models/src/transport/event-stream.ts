import type { JsonValue } from "@llmch/text";
import { createParser, type ParseError } from "eventsource-parser";

/** The longest event to read. */
const MAX_EVENT_LENGTH = 32 * 1024 * 1024;

/**
 * The JSON data of a stream of server-sent events, event by event. Skips comments, names and `[DONE]`: the data names its own type.
 * Throws if the connection breaks, or if an event is not JSON or too long.
 */
export async function* readEvents(pieces: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  const read: string[] = [];
  const faults: ParseError[] = [];
  const parser = createParser({
    maxBufferSize: MAX_EVENT_LENGTH,
    onEvent: ({ data }) => void read.push(data),
    // Unknown fields are ignored.
    onError: (fault) => void (fault.type === "max-buffer-size-exceeded" && faults.push(fault)),
  });
  for await (const piece of withEnd(pieces)) {
    parser.feed(piece);
    for (const data of read.splice(0)) if (data !== "" && data !== "[DONE]") yield JSON.parse(data);
    if (faults.length > 0) throw new Error(`an event of more than ${MAX_EVENT_LENGTH} characters`);
  }
}

/** Adds an empty line at the end, so that the last event is read even if the server forgets to close it. */
async function* withEnd(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
  yield "\n\n";
}
