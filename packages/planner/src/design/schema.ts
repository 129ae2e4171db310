import { type JsonObject, strictObject } from "@llmch/text";
import { list, text } from "../schema-parts.ts";

const paths = (description: string): JsonObject => list(text("A relative POSIX path, without a glob."), description);

/** The JSON Schema for the answer with a design. The published schema also limits sizes. */
export const DESIGN_SCHEMA: { readonly name: string; readonly schema: JsonObject } = {
  name: "design",
  schema: strictObject({
    modules: list(
      strictObject({
        name: text("What it is called."),
        paths: paths("Its files and folders; empty if it has no place of its own."),
        purpose: text("What it is for."),
      }),
      "The parts that the work consists of, 60 at most.",
    ),
    interfaces: list(
      strictObject({
        name: text("What others import or call."),
        path: { type: ["string", "null"], description: "The file that defines it; null for none in particular." },
        signature: text("In the language of the program."),
        about: text("What callers rely on: errors, units, edges."),
      }),
      "What one part of the work takes from another, 200 at most.",
    ),
    names: list(
      strictObject({ name: text("A word of the code or of the domain."), meaning: text("What it stands for.") }),
      "Names that all orders use alike, 200 at most.",
    ),
    decisions: list(
      strictObject({
        decision: text("What is settled."),
        why: text("What speaks for it."),
        paths: paths("The files and folders that it concerns; empty if it concerns all."),
      }),
      "What no order may decide by itself, 100 at most.",
    ),
  }),
};
