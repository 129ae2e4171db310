import { type CallName, callKey, LEAST_BYTES_PER_TOKEN, type ToolCall } from "@llmch/contract";
import { accepted, firstCharacters, isJsonObject, type Result, readJson, rejected } from "@llmch/text";
import type { EndCall, Limits, ToolTask } from "../conversation.ts";
import { toldResult } from "../output/told-result.ts";
import type { Ports } from "../ports.ts";
import type { Outcome, Prepared, Tool } from "../tool.ts";
import type { MadeCall } from "./stuck-watch.ts";

/** The outcome of one turn's calls. */
export interface RanCalls<Value> {
  readonly made: readonly MadeCall[];
  readonly ended: { readonly value: Value } | null;
  /** True if the calls changed the draft. */
  readonly hasChanged: boolean;
  readonly isInterrupted: boolean;
}

/** Further calls in one turn are not made. */
const MOST_CALLS = 32;
const MOST_ARGUMENT_BYTES = 1024 * 1024;
const MOST_SHOWN = 24 * 1024;
/** The share of the context that one call may fill, and all calls of a turn. */
const SHARE_OF_CALL = 0.1;
const SHARE_OF_TURN = 0.15;
/** A call shows as much in any case: less would say nothing. */
const LEAST_ROOM = 256;

/** Runs the calls of a turn in order, until one ends the conversation. Never throws because of what a model sends. */
export const runCalls = async <Value>(
  calls: readonly ToolCall[],
  call: CallName,
  { toolset, scene, limits, readEnd }: ToolTask<Value>,
  { ledger, clock, stop, redact }: Ports,
): Promise<RanCalls<Value>> => {
  const made: MadeCall[] = [];
  let ended: RanCalls<Value>["ended"] = null;
  const before = scene.draft.revision();
  const hasChanged = () => scene.draft.revision() !== before;
  const rooms = roomsOf(limits);
  const names = toolset.definitions(scene).map(({ name }) => name);

  const answer = async (
    asked: ToolCall,
    tool: Tool | null,
    room: number,
  ): Promise<Outcome & { readonly isMalformed?: true }> => {
    if (tool === null)
      return malformed(`there is no such tool: there ${names.length === 1 ? "is" : "are"} ${names.join(", ")}`);
    const prepared = prepare(asked, tool);
    if (!prepared.ok) return malformed(prepared.issues.join("; "));
    if (prepared.value.kind === "end") {
      const { ending } = prepared.value;
      const end: EndCall = ending.tool === "object" ? ending : { ...ending, writes: await scene.draft.writes() };
      const read = readEnd(end);
      if (!read.ok) return { ok: false, said: read.issues.join("\n") };
      ended = { value: read.value };
      return { ok: true, said: "taken" };
    }
    const outcome = await prepared.value.run({ ...scene, room, redact, stop });
    return redacted(outcome, redact);
  };

  for (const [index, asked] of calls.entries()) {
    if (stop.aborted) return { made, ended: null, hasChanged: hasChanged(), isInterrupted: true };
    const started = clock.monotonicMs();
    const tool = toolset.find(asked.name, scene);
    const room = rooms.left(Math.min(calls.length, MOST_CALLS) - index);
    const outcome =
      index < MOST_CALLS
        ? await answer(asked, tool, room)
        : { ok: false, said: `not made: a turn has ${MOST_CALLS} calls at most` };
    const result = toldResult({ id: asked.id, tool: tool?.name ?? "unknown" }, outcome, room);
    rooms.use(result.bytes);
    made.push({ call: asked, result, isMalformed: "isMalformed" in outcome });
    await ledger.emit({
      type: "tool_called",
      key: callKey(call),
      index,
      tool: firstCharacters(asked.name, MOST_NAME),
      ok: outcome.ok,
      bytes: result.bytes,
      duration_ms: clock.monotonicMs() - started,
    });
    if (ended !== null) break;
  }
  return { made, ended, hasChanged: hasChanged(), isInterrupted: false };
};

const MOST_NAME = 64;

/** How much tools show, for the model. */
export const boundsInWords = (limits: Limits): string => {
  const [ofCall, ofTurn] = roomsOf(limits).bounds.map((bytes) => `${Math.floor(bytes / 1024)} KB`);
  return `A call of any tool shows ${ofCall} at most, a turn ${ofTurn}, which its calls share, ${MOST_CALLS} at most.`;
};

/** Tracks how much the calls of a turn may still show: each an equal part of what is left, so none is refused because of another. */
const roomsOf = ({ contextTokens }: Limits) => {
  const bytes = contextTokens * LEAST_BYTES_PER_TOKEN;
  const ofCall = Math.min(MOST_SHOWN, Math.floor(bytes * SHARE_OF_CALL));
  let ofTurn = Math.floor(bytes * SHARE_OF_TURN);
  return {
    bounds: [ofCall, ofTurn],
    left: (calls: number) => Math.max(LEAST_ROOM, Math.min(ofCall, Math.floor(ofTurn / Math.max(1, calls)))),
    use: (used: number) => {
      ofTurn -= used;
    },
  };
};

const malformed = (said: string) => ({ ok: false, said, isMalformed: true as const });

/** Models may send an empty text instead of no arguments. */
const prepare = (asked: ToolCall, tool: Tool): Result<Prepared, string> => {
  const read = readJson(asked.arguments.trim() === "" ? "{}" : asked.arguments, MOST_ARGUMENT_BYTES);
  if (!read.ok) {
    const { kind, offset } = read.issues[0];
    return rejected(
      `the arguments are not read (${kind}${offset === undefined ? "" : ` at character ${offset}`}): one JSON object is wanted`,
    );
  }
  if (!isJsonObject(read.value)) return rejected("the arguments are no JSON object");
  const prepared = tool.prepare(read.value);
  return prepared.ok ? accepted(prepared.value) : prepared;
};

const redacted = (outcome: Outcome, redact: (text: string) => string): Outcome => ({
  ...outcome,
  said: redact(outcome.said),
  ...(outcome.shown === undefined
    ? {}
    : { shown: { ...outcome.shown, label: redact(outcome.shown.label), text: redact(outcome.shown.text) } }),
});
