import { OBJECTION_WORDS, type PromptLimits } from "@llmch/contract";
import { type JsonObject, type JsonValue, strictObject } from "@llmch/text";
import { type MadeFiles, NOTHING_MADE } from "../prompt/made-file.ts";
import { mustBeEdited, type OrderFile, shownBase } from "../prompt/order-files.ts";

/**
 * The JSON Schema that a server with strict structured output enforces on the model's answer. `path` is one of the allowed files,
 * `base_sha256` one of their hashes or null, and a write has one of the possible forms. Every field is required, so an unused one
 * is `null`. An order that only creates files knows only the form `content`.
 */
export const answerSchema = (
  files: readonly OrderFile[],
  settings: Pick<PromptLimits, "wholeFileBytes">,
  made: MadeFiles = NOTHING_MADE,
): { readonly name: string; readonly schema: JsonValue } => {
  const allowed = files.filter((file) => file.allowed);
  const properties: JsonObject = {
    path: { type: "string", enum: allowed.map((file) => file.path) },
    base_sha256: baseOf(allowed, made),
    ...formsOf(allowed, settings, made),
  };
  return {
    name: "write_proposal",
    schema: strictObject({
      summary: { type: "string", description: "What was done, in a sentence or two." },
      writes: orNull({ type: "array", description: "Null with an objection.", items: strictObject(properties) }),
      objection: orNull(objection),
    }),
  };
};

/** One of the files' hashes, or null for a missing file. */
const baseOf = (allowed: readonly OrderFile[], made: MadeFiles): JsonObject => {
  const ofMade = [...made.values()].map(({ state }) => state.sha256);
  const bases = new Set([...allowed.map((file) => shownBase(file.state)), ...ofMade]);
  const hashes = [...bases].filter((base) => base !== null);
  if (hashes.length === 0) return { type: "null" };
  const hash: JsonObject = { type: "string", enum: hashes };
  return bases.has(null) ? orNull(hash) : hash;
};

const formsOf = (
  allowed: readonly OrderFile[],
  settings: Pick<PromptLimits, "wholeFileBytes">,
  made: MadeFiles,
): JsonObject => {
  const content = { type: "string", description: "The whole new content of the file." };
  const standing = allowed.filter(({ state }) => state.kind === "file");
  const isMaking = standing.length < allowed.length;
  const mode = isMaking
    ? { executable: orNull({ type: "boolean", description: "True for a new script that begins with #!." }) }
    : {};
  if (standing.length === 0 && made.size === 0) return { content, ...mode };
  const isRewritten = allowed.some((file) => mustBeEdited(file, settings) === null);
  const edit = strictObject({ find: { type: "string" }, replace: { type: "string" } });
  return {
    edits: orNull({ type: "array", description: "Changes of a file that is there.", items: edit }),
    ...(isRewritten ? { content: orNull(content) } : {}),
    ...mode,
    delete: orNull({ type: "boolean", description: "True where the file goes." }),
    ...(allowed.length < 2 ? {} : { rename_to: orNull({ type: "string", enum: allowed.map(({ path }) => path) }) }),
  };
};

const text = (description: string): JsonObject => ({ type: "string", description });
const texts = (description: string): JsonObject => ({ type: "array", description, items: { type: "string" } });

const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

const objection = strictObject({
  reason: text("Why the order cannot be carried out as it stands."),
  needs: orNull(texts(OBJECTION_WORDS.needs)),
  contradiction: orNull(
    strictObject({
      command: orNull(text(OBJECTION_WORDS.command)),
      condition: orNull(text(OBJECTION_WORDS.condition)),
      sentence: text(OBJECTION_WORDS.sentence),
    }),
  ),
  blocked_by: orNull(texts(OBJECTION_WORDS.blockedBy)),
});
