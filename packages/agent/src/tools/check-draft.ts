import { accepted, isJsonObject, type JsonObject, type JsonValue, objectMember, objectsMember } from "@llmch/text";
import type { Tool } from "../tool.ts";

/** Has a draft of the answer judged. Its arguments are the answer's own members, so they are not judged twice. */
export const checkDraft: Tool = {
  name: "check",
  risk: "read",
  definition: ({ drafts }) => ({
    name: "check",
    description:
      "Judges a draft of your answer, whose members are this call's arguments, by the rules that it must meet, and tells each fault. The draft is kept: give only the orders that change next time.",
    parameters: { type: "object", properties: typesOf(objectMember(drafts?.schema ?? {}, "properties")) },
  }),
  prepare: (draft) =>
    accepted({
      kind: "run",
      run: async ({ drafts }) => {
        if (drafts === undefined) return { ok: false, said: "there is nothing to judge here" };
        const { said, text } = await drafts.judge(draft);
        return { ok: true, said, ...(text === "" ? {} : { shown: { label: "findings", text } }) };
      },
    }),
};

/** Each member by its type alone: the form of the answer, which goes with each request, has the rest. */
const typesOf = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, typeOf(schema)]));

const typeOf = (schema: JsonValue): JsonObject => {
  const given = isJsonObject(schema) ? (objectsMember(schema, "anyOf")[0] ?? schema) : {};
  const { type = "object", items } = given;
  return items === undefined ? { type } : { type, items: typeOf(items) };
};
