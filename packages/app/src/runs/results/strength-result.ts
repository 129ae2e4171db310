import { z } from "zod";

const figures = () => ({
  mutants: z.int(),
  killed: z.int(),
  survived: z.int(),
  unviable: z.int().describe("they do not build, and count for nothing"),
  rate: z.number().nullable().describe("killed ÷ (killed + survived); null if there are none"),
});

/** What is told, and recorded, of a run's strength. */
export const strengthResult = () =>
  z.object({
    ...figures(),
    survivors: z.array(
      z.object({
        order: z.string(),
        path: z.string(),
        line: z.int().nullable().describe("null if the file was put back as it was before the order"),
        before: z.string().nullable(),
        after: z.string().nullable(),
        kind: z.string(),
        fulfils: z.string().nullable().describe("the sentence of the spec that names the function"),
      }),
    ),
    orders: z.array(
      z.object({
        order: z.string(),
        commit: z.string(),
        ...figures(),
        unmeasured: z.string().nullable().describe("why it could not be measured"),
      }),
    ),
  });

export type StrengthResult = z.output<ReturnType<typeof strengthResult>>;
