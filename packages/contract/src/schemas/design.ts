import { z } from "zod";

const line = (most: number) => z.string().min(1).max(most);
const paths = z.array(z.string()).max(40);

/** How the work of a plan's orders fits together (contract §9). */
export const designSchema = z
  .looseObject({
    modules: z
      .array(
        z.looseObject({
          name: line(200).describe("What it is called."),
          paths: paths.describe("Its files and folders; empty if it has none of its own."),
          purpose: line(1_000).describe("What it is for."),
        }),
      )
      .max(60)
      .describe("The parts that the work consists of."),
    interfaces: z
      .array(
        z.looseObject({
          name: line(200).describe("What others import or call."),
          path: z.string().nullish().describe("The file that defines it; null for none in particular."),
          signature: line(2_000).describe("In the language of the program."),
          about: z.string().max(1_000).describe("What callers rely on."),
        }),
      )
      .max(200)
      .describe("What one part of the work takes from another."),
    names: z
      .array(
        z.looseObject({
          name: line(200).describe("A word of the code or of the domain."),
          meaning: line(1_000).describe("What it stands for."),
        }),
      )
      .max(200)
      .describe("Names that every order uses in the same sense."),
    decisions: z
      .array(
        z.looseObject({
          decision: line(1_000).describe("What was decided."),
          why: z.string().max(1_000).describe("Why."),
          paths: paths.describe("The files and folders that it concerns; empty for all of them."),
        }),
      )
      .max(100)
      .describe("What an order must not decide by itself."),
  })
  .meta({ title: "llmch design", description: "How the work of a plan's orders fits together." });
