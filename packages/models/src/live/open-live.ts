import { setMaxListeners } from "node:events";
import type { Connections } from "../connections.ts";
import { type FindLlama, findInstalledLlama } from "../local/installed-llama.ts";
import { systemTime } from "../transport/time.ts";
import type { AnswerSource } from "./answer-source.ts";
import type { LiveOptions } from "./live-options.ts";

/** Opens the live source. It is loaded only here, so that a replay never loads code that opens sockets. */
export const openLive = (
  connections: Connections,
  options: Omit<LiveOptions, "connections" | "localModels" | "time"> & {
    readonly time?: LiveOptions["time"];
    readonly findLlama?: FindLlama;
  },
): { readonly answer: AnswerSource; warmUp(): void; close(): Promise<void> } => {
  const { redactor, findLlama = findInstalledLlama, time = systemTime } = options;
  // Every open call listens for the interrupt, so lift the listener limit.
  setMaxListeners(0, options.signal);
  const open = async () => {
    const [{ createLive }, { createLocalModels }] = await Promise.all([
      import("./live.ts"),
      import("../local/local-models.ts"),
    ]);
    const localModels = createLocalModels(findLlama);
    return { ask: createLive({ ...options, connections, time, localModels }), localModels };
  };
  const opened = open();
  opened.catch(() => {});
  return {
    answer: async (request, listener) => {
      const { ask } = await opened;
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
      // If loading fails, the question that needs it reports the error.
      import("./sdks.ts").then(({ loadAhead }) => loadAhead(connections)).catch(() => {});
    },
    close: () =>
      opened.then(
        ({ localModels }) => localModels.close(),
        () => {},
      ),
  };
};
