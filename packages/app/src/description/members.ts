// Members that the requests of several operations share. They are functions, so that a bundle without descriptions leaves them out.
import { PLAN_FORMATS } from "@llmch/contract";
import { z } from "zod";

/** A flag that only `--help-all` shows. */
export const RARE = { rare: true } as const;

/** A text that is not empty. */
export const text = (): z.ZodString => z.string().min(1);

/** A switch, off by default. */
export const choice = (about: string) => z.boolean().default(false).describe(about);

/** Texts, each of which its flag gives by itself: they may hold commas. */
export const repeated = (about: string, value: string) =>
  z.array(text()).optional().describe(about).meta({ value, repeated: true });

/** The target repo. `.` stands for the caller's: that of an instance of the library, or this directory. */
export const repo = (about = "the target repo") => text().default(".").describe(about).meta({ value: "dir" });

export const artifactsDir = () =>
  text()
    .optional()
    .describe("where runs are kept (default: $ARTIFACTS_DIR, else artifacts in the repo of this directory)")
    .meta({ value: "dir", ...RARE });

/** A stored run to look at. */
export const run = (fallback = "last, the newest run") =>
  text().optional().describe(`the run's id or how it begins, its branch, or last~1 (default: ${fallback})`);

/** Where answers come from, instead of a model, or before one. */
export const replaying = () => ({
  answers: text()
    .optional()
    .describe("take the answers that another run recorded, and ask for the rest")
    .meta({ value: "run", ...RARE }),
  replay: text()
    .optional()
    .describe("answer from recorded exchanges, a file's or a run's; needs no key and no network")
    .meta({ value: "file", ...RARE }),
  replayStrict: choice("refuse a recorded exchange whose request differs").meta(RARE),
});

/** A switch whose default a setting says. */
export const settable = (about: string) => z.boolean().optional().describe(about);

export const stopOnRepeat = () =>
  z
    .boolean()
    .describe("end an order once an attempt only repeats the answer of the one before")
    .meta({ ...RARE, off: "use all attempts, even if one repeats the answer of the one before" });
export const strict = (more = "") => settable(`count warnings of the check as errors${more}`).meta(RARE);
export const refresh = () => choice("ask the model even if the same question already has a plan");
export const template = () =>
  text()
    .optional()
    .describe("a planner prompt of your own, with {{PRODUCT_SPEC}}")
    .meta({ value: "file", ...RARE });
export const dryRun = (about: string) => choice(about);

/** Whose plan a spec is; `none` reads it as a plain text. */
export const importing = () =>
  z
    .enum([...PLAN_FORMATS, "none"])
    .optional()
    .describe("whose plan the spec is, if its path does not tell; none reads a file as plain text")
    .meta({ value: "name" });

/** A document with a schema of its own, such as an order: its members are written as that schema has them. */
export const document = <Value>(about: string, typeName = "unknown") =>
  z.custom<Value>().describe(about).meta({ typeName });
