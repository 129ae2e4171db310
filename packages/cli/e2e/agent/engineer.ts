import { type ModelServerOptions, type SeenRequest, serves } from "@llmch/testkit";

/** A call that the scripted engineer makes. */
export type Call = readonly [tool: string, args: object];

/** What it does next, given the results of its last calls. */
export type Act = (results: readonly string[], request: SeenRequest) => readonly Call[] | string;

interface Said {
  readonly role: string;
  readonly content?: unknown;
}

const messagesOf = ({ body }: SeenRequest): readonly Said[] => (body.messages ?? []) as unknown as readonly Said[];

/** The results of the last calls. */
const resultsOf = (request: SeenRequest): readonly string[] => {
  const messages = messagesOf(request);
  const last = messages.findLastIndex(({ role }) => role === "assistant");
  return messages.slice(last + 1).flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []));
};

/**
 * A model that goes through its acts, one per turn, whichever order it is asked about: it knows only what it was told.
 * @param refuses whether the server answers no question at that turn
 */
export const engineer = (
  acts: readonly Act[],
  refuses: (turn: number) => boolean = () => false,
): Pick<ModelServerOptions, "chat"> => ({
  chat: (request) => {
    const turn = messagesOf(request).filter(({ role }) => role === "assistant").length;
    if (refuses(turn)) return serves.status(401);
    const act = acts[Math.min(turn, acts.length - 1)];
    const done = act?.(resultsOf(request), request) ?? "nothing is left to do";
    if (typeof done === "string") return serves.answers(done);
    const calls = done.map(([name, args], index) => ({
      ...{ id: `call-${turn}-${index}`, name },
      arguments: JSON.stringify(args),
    }));
    return serves.answers("", { calls });
  },
});
