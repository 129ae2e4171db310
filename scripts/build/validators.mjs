import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * The modules of validators by file name. Documents from people get every fault reported. Events are distinguished by their `type`, and a
 * separate module keeps commands that read no journal from loading them.
 */
const MODULES = {
  validators: { exported: { "work-order": "workOrder", proposal: "proposal", exchange: "exchange" }, allErrors: true },
  "event-validator": { exported: { event: "event" }, allErrors: false },
  "baseline-validator": { exported: { "baseline-verification": "baselineVerification" }, allErrors: false },
  "review-validator": { exported: { review: "review" }, allErrors: true },
  "design-validator": { exported: { design: "design" }, allErrors: true },
  "build-validator": {
    exported: { scope: "scope", window: "window", assessment: "assessment", examination: "examination" },
    allErrors: true,
  },
  "seal-validator": { exported: { seal: "seal" }, allErrors: false },
};

const TYPE =
  "{ (value: unknown): boolean; errors?: readonly { instancePath: string; message?: string; params?: Record<string, unknown> }[] | null }";

/**
 * Compiles the schemas that judge documents at run time into plain code: compiling them at startup costs more than 100 ms.
 * @param {string} root the workspace's root
 * @param {Record<string, object>} schemas
 * @returns {Promise<{ name: string, code: string, types: string }[]>}
 */
export const compileValidators = (root, schemas) => {
  const require = createRequire(join(root, "packages/contract/package.json"));
  const { Ajv2020 } = require("ajv/dist/2020.js");
  const standalone = require("ajv/dist/standalone").default;
  return Promise.all(
    Object.entries(MODULES).map(async ([name, { exported, allErrors }]) => {
      const ajv = new Ajv2020({
        ...{ allErrors, strict: true, discriminator: true, inlineRefs: false },
        code: { source: true, esm: true },
      });
      const names = {};
      for (const [schema, as] of Object.entries(exported)) {
        ajv.addSchema(shared(toldApart(withoutWords(schemas[schema]))), schema);
        names[as] = schema;
      }
      const bundled = await build({
        stdin: { contents: withoutSchemaPaths(standalone(ajv, names)), resolveDir: join(root, "packages/contract") },
        bundle: true,
        format: "esm",
        platform: "neutral",
        // Nobody reads it, and every command that judges a document loads it.
        minify: true,
        write: false,
        logLevel: "warning",
      });
      const types = Object.values(exported).map((as) => `export declare const ${as}: ${TYPE};\n`);
      return { name, code: bundled.outputFiles[0].text, types: types.join("") };
    }),
  );
};

/** Nobody reads where in the schema a violation is demanded, and it takes a fourth of the code. */
const withoutSchemaPaths = (code) => code.replace(/schemaPath:"(?:[^"\\]|\\.)*",/g, "");

/** The schema without the texts for readers, which would end up in the compiled code. */
const withoutWords = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === "$id" || ((key === "description" || key === "title") && typeof value === "string") ? undefined : value,
  );

/** Characters of a schema below which a call takes as much as the code. */
const LEAST_SHARED = 60;

/** The schema with parts that stand in it several times as definitions: each is compiled once. */
const shared = (schema) => {
  const counts = new Map();
  const count = (value) => {
    if (typeof value !== "object" || value === null) return;
    const text = JSON.stringify(value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.get(text) === 1) Object.values(value).forEach(count);
  };
  count(schema);
  const defined = new Map();
  const isSchema = ({ type, anyOf }) => anyOf !== undefined || typeof type === "string" || Array.isArray(type);
  const within = (value) =>
    Array.isArray(value)
      ? value.map(reference)
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, reference(each)]));
  const reference = (value) => {
    if (typeof value !== "object" || value === null) return value;
    const text = JSON.stringify(value);
    if (!isSchema(value) || text.length < LEAST_SHARED || counts.get(text) < 2) return within(value);
    // Its own parts come first, so that each has a number of its own.
    const body = defined.get(text)?.body ?? within(value);
    if (!defined.has(text)) defined.set(text, { name: `shared${defined.size}`, body });
    return { $ref: `#/$defs/${defined.get(text).name}` };
  };
  const body = within(schema);
  const definitions = [...defined.values()].map(({ name, body: each }) => [name, each]);
  return { ...body, $defs: { ...body.$defs, ...Object.fromEntries(definitions) } };
};

/** A union whose members differ in `type` is judged only by the matching member, and what all members have is judged once. */
const toldApart = (schema) => {
  const { oneOf } = schema;
  if (!oneOf?.every(({ properties }) => properties?.type?.const !== undefined)) return schema;
  const isCommon = (name, value) =>
    oneOf.every(({ properties }) => JSON.stringify(properties[name]) === JSON.stringify(value));
  const common = Object.entries(oneOf[0].properties).filter(([name, value]) => isCommon(name, value));
  const names = new Set(common.map(([name]) => name));
  const required = [...names].filter((name) => oneOf.every((member) => member.required.includes(name)));
  const own = (member) => ({
    ...member,
    properties: Object.fromEntries(Object.entries(member.properties).filter(([name]) => !names.has(name))),
    required: member.required.filter((name) => !required.includes(name)),
  });
  return {
    ...schema,
    type: "object",
    properties: Object.fromEntries(common),
    required,
    discriminator: { propertyName: "type" },
    oneOf: oneOf.map(own),
  };
};
