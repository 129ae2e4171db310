import type { Coverage } from "@llmch/planner";
import { z } from "zod";

/** Which orders fulfil each sentence of a spec. */
export const coverageSchema = () => z.array(z.object({ sentence: z.string(), orders: z.array(z.string()) }));

export const coverageOf = ({ sentences }: Coverage): z.output<ReturnType<typeof coverageSchema>> =>
  sentences.map(({ text, orders }) => ({ sentence: text, orders: [...orders] }));
