import { setMaxListeners } from "node:events";
import type { Connections } from "../connections.ts";
import { systemTime } from "../transport/time.ts";
import type { AnswerSource } from "./answer-source.ts";
import type { LiveOptions } from "./ask-one.ts";

/**
 * The live source, opened when it is first needed. It is loaded only here, so that a replay never loads code that opens sockets.
 * @param connections those of each role that is asked live; what is loaded ahead is for the first
 */
export const openLive = (
  connections: readonly Connections[],
  options: Omit<LiveOptions, "connections" | "time"> & { readonly time?: LiveOptions["time"] | undefined },
): { readonly answer: AnswerSource; warmUp(): void } => {
  const { redactor, time = systemTime } = options;
  let opened: ReturnType<typeof open> | null = null;
  const open = async () => {
    // Every open call listens for the interrupt, so lift the listener limit.
    setMaxListeners(0, options.signal);
    const { createLive } = await import("./live.ts");
    return createLive({ ...options, connections: together(connections), time });
  };
  const ready = (): ReturnType<typeof open> => {
    opened ??= open();
    opened.catch(() => {});
    return opened;
  };
  return {
    answer: async (request, listener) => {
      const ask = await ready();
      // Each call has its own stream: a secret that arrives in pieces is assembled from that call's pieces only.
      const reasoning = redactor.stream();
      const tell = (text: string): void => {
        if (text !== "") listener.onReasoning(text);
      };
      const reply = await ask(request, { ...listener, onReasoning: (text) => tell(reasoning.take(text)) });
      tell(reasoning.rest());
      return reply;
    },
    warmUp: () => {
      void ready();
      // If loading fails, the question that needs it reports the error.
      import("./sdks.ts").then(({ loadAhead }) => loadAhead(together(connections))).catch(() => {});
    },
  };
};

/** Roles that ask the same model find it at the same place. */
const together = (each: readonly Connections[]): Connections => {
  const [first] = each;
  if (first === undefined) throw new Error("no model is asked live");
  return { ...first, byModel: new Map(each.flatMap(({ byModel }) => [...byModel])) };
};
