import type { OrderRunContext } from "./order-run-context.ts";

/** The same context, but its listeners are told which order they hear. */
export const heardFrom = (order: string, context: OrderRunContext): OrderRunContext => {
  const { observer, listening } = context;
  const { output } = observer;
  const { reasoning, answering } = listening;
  return {
    ...context,
    observer: { ...observer, output: output === null ? null : (lastLine) => output(lastLine, order) },
    listening: {
      reasoning: (text) => reasoning(text, order),
      ...(answering === undefined ? {} : { answering: (characters) => answering(characters, order) }),
    },
  };
};
