import { setMaxListeners } from "node:events";
import type { Connections } from "../connections.ts";
import { type FindLlama, findInstalledLlama } from "../local/installed-llama.ts";
import { systemTime } from "../transport/time.ts";
import type { AnswerSource } from "./answer-source.ts";
import type { LiveOptions } from "./live-options.ts";

/** The live source, loaded here and nowhere else, so that a replay never loads what opens sockets. */
export const openLive = (
  connections: Connections,
  options: Omit<LiveOptions, "connections" | "localModels" | "time"> & {
    readonly time?: LiveOptions["time"];
    readonly findLlama?: FindLlama;
  },
): { readonly answer: AnswerSource; warmUp(): void; close(): Promise<void> } => {
  const { redactor, findLlama = findInstalledLlama, time = systemTime } = options;
  // Every open call listens for the interrupt, as it should.
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
      // Each call has a stream of its own: a secret that comes in pieces is put together from that call's pieces alone.
      const reasoning = redactor.stream();
      const tell = (text: string): void => {
        if (text !== "") listener.onReasoning(text);
      };
      const reply = await ask(request, { ...listener, onReasoning: (text) => tell(reasoning.take(text)) });
      tell(reasoning.rest());
      return reply;
    },
    warmUp: () => {
      // What cannot be loaded is told of by the question that needs it.
      import("./sdks.ts").then(({ loadAhead }) => loadAhead(connections)).catch(() => {});
    },
    close: () =>
      opened.then(
        ({ localModels }) => localModels.close(),
        () => {},
      ),
  };
};
