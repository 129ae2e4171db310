import { z } from "zod";
import { count, format, kind, model } from "./members.ts";

/** Answering a question about a repo. */
export const askEvents = [
  kind("ask_started", {
    format,
    question: z.string().describe("What the user asked."),
    repo: z.string().describe("The repo that it is about, absolute."),
    commit: z.string().describe("The commit whose files are read."),
    model,
    helpers: count.describe("How many parts of the question may be delegated."),
  }),
  kind("ask_answered", {
    citations: count.describe("Places in the files that the answer names."),
    struck: count.describe("Citations that name no existing place, and do not count."),
    parts: count.describe("Parts of the question that were delegated."),
  }),
] as const;
