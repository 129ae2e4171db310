import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSources } from "./load-sources.mjs";
import { requestSchema } from "./request-schema.mjs";
import { typeOfSchema } from "./schema-types.mjs";

const APP = "packages/app";

/**
 * The catalogue of operations, made from their descriptions: data for faces, the doors to the operations, and the library's types.
 * @param {string} root the workspace's root
 * @returns {Promise<{ entries: readonly object[], files: Record<string, string>, types: string, schema: object }>} `files` by path below
 * the root; `schema` is that of `request.json`
 */
export const operationCatalogue = async (root) => {
  const names = readdirSync(join(root, APP, "src/operations"))
    .filter((file) => file.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(file))
    .map((file) => file.slice(0, -".ts".length))
    .sort();
  const imports = names.map((name, at) => `import { description as d${at} } from "./src/operations/${name}.ts";`);
  const all = names.map((_, at) => `d${at}()`).join(", ");
  const { descriptions, schemaOf } = await loadSources(
    root,
    `import { z } from "zod"; ${imports.join(" ")}
     export const descriptions = [${all}];
     export const schemaOf = (schema, io) => z.toJSONSchema(schema, { io, target: "draft-2020-12", unrepresentable: "any", reused: "inline" });`,
    APP,
  );
  const entries = descriptions.map((description, at) => entryOf(description, names[at], schemaOf));
  return {
    entries,
    files: {
      [`${APP}/src/generated/catalogue.js`]: `export const entries = ${JSON.stringify(entries, null, 1)};\n`,
      [`${APP}/src/generated/library.ts`]: [
        'import type { WorkOrder } from "@llmch/contract";',
        'import type { Outcome } from "../library-outcome.ts";',
        "",
        libraryTypes(descriptions, entries, schemaOf),
      ].join("\n"),
      [`${APP}/src/generated/catalogue.d.ts`]:
        'import type { Entry } from "../entry.ts";\nexport declare const entries: readonly Entry[];\n',
      ...doorsOf(root, entries, names),
    },
    types: libraryTypes(descriptions, entries, schemaOf),
    schema: requestSchema(descriptions, schemaOf),
  };
};

/** What faces know of an operation at run time. */
const entryOf = (description, file, schemaOf) => {
  const {
    name,
    topic,
    sentence,
    may,
    keyless = false,
    tellsOfSettings = false,
    makes = null,
    argument = null,
    settings = [],
    elsewhere = [],
    examples,
    exits = null,
  } = description;
  if (name.replaceAll(" ", "-") !== file) throw new Error(`${APP}/src/operations/${file}.ts describes ${name}`);
  const { properties = {}, required = [] } = schemaOf(description.request, "input");
  const members = Object.entries(properties).map(([member, schema]) =>
    memberOf(member, schema, required.includes(member)),
  );
  // What has a place in the line has no flag, unless its flag has another name.
  for (const member of members) if (member.name === argument?.member) member.flag = argument.flag ?? null;
  const resultNames = [...namesIn(schemaOf(description.result, "output"))].sort();
  return {
    name,
    method: camel(name),
    topic,
    sentence,
    may,
    keyless,
    tellsOfSettings,
    makes,
    argument,
    settings,
    examples,
    exits,
    members,
    elsewhere,
    resultNames,
  };
};

const memberOf = (name, schema, isRequired) => {
  const {
    description: about = "",
    value = "value",
    flag = flagOf(name),
    rare = false,
    subject = false,
    repeated,
  } = schema;
  const parts = schema.anyOf ?? [schema];
  const [main] = parts.filter((part) => part.const === undefined);
  const kind = subject ? "subject" : kindOf(main ?? {});
  const mayHaveValue = kind === "switch" && parts.some(({ type }) => type === "string");
  return {
    ...{ name, about, kind, isRequired },
    flag: flag === null ? null : kind !== "switch" ? `${flag} <${value}>` : mayHaveValue ? `${flag} [${value}]` : flag,
    ...(main?.enum === undefined ? {} : { choices: main.enum }),
    ...(schema.default === undefined ? {} : { default: schema.default }),
    ...(schema.off !== undefined || parts.some((part) => part.const === false) ? { off: schema.off ?? "none" } : {}),
    ...(schema.switches === undefined ? {} : { switches: schema.switches }),
    ...(schema.argument === undefined ? {} : { argument: schema.argument }),
    ...(rare ? { rare } : {}),
    ...(repeated ? { repeated } : {}),
    ...(main?.minimum === undefined || main.minimum < 0 ? {} : { least: main.minimum }),
  };
};

const kindOf = ({ type, enum: words, typeName }) => {
  if (typeName !== undefined) return "value";
  if (words !== undefined) return "choice";
  return { string: "text", boolean: "switch", integer: "number", array: "list" }[type] ?? "value";
};

const flagOf = (name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const camel = (name) => name.replace(/[ -](\w)/g, (_, letter) => letter.toUpperCase());

/** The members that a result declares: a JSON document has them in snake_case, and leaves all other names alone. */
const namesIn = (schema, names = new Set()) => {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (/[A-Z]/.test(name)) names.add(name);
    namesIn(part, names);
  }
  for (const part of [schema.items, schema.additionalProperties, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    if (typeof part === "object" && part !== null) namesIn(part, names);
  }
  return names;
};

/**
 * One door each, through which nothing but the operation is reached: a bundler keeps all that a dynamic import can name, and a description
 * would bring zod along.
 */
const doorsOf = (root, entries, files) => {
  const doors = files.map((file) => {
    const source = readFileSync(join(root, APP, `src/operations/${file}.ts`), "utf8");
    const names = ["operate", "settingsRepo"].filter((name) => source.includes(`export const ${name} = `));
    return [
      `${APP}/src/generated/operations/${file}.ts`,
      `export { ${names.join(", ")} } from "../../operations/${file}.ts";\n`,
    ];
  });
  const table = entries.map(
    ({ name }, at) => `  ${JSON.stringify(name)}: () => import("./operations/${files[at]}.ts"),`,
  );
  const names = entries.map(({ name }) => JSON.stringify(name)).join(" | ");
  return {
    ...Object.fromEntries(doors),
    [`${APP}/src/operation-names.ts`]: `export type OperationName = ${names};\n`,
    [`${APP}/src/generated/operations.ts`]: [
      'import type { Door } from "../entry.ts";',
      'import type { OperationName } from "../operation-names.ts";',
      "export const OPERATIONS: Readonly<Record<OperationName, () => Promise<Door>>> = {",
      ...table,
      "};",
      "",
    ].join("\n"),
  };
};

/** The library's types: a request and a result for each operation, and its method. */
const libraryTypes = (descriptions, entries, schemaOf) => {
  const parts = descriptions.map((description, at) => {
    const { method, sentence, argument } = entries[at];
    const title = method.charAt(0).toUpperCase() + method.slice(1);
    const request = schemaOf(description.request, "input");
    const result = schemaOf(description.result, "output");
    const named = argument === null ? null : request.properties[argument.member];
    const subject = argument?.member === "run" ? { ...named, typeName: "string | { readonly runId: string }" } : named;
    const { [argument?.member ?? ""]: _, ...others } = request.properties;
    const isOptional = argument === null || !(request.required ?? []).includes(argument.member);
    const rest = {
      ...request,
      properties: others,
      required: (request.required ?? []).filter((each) => each in others),
    };
    return {
      types: [
        `/** What \`${method}\` is asked: it can ${sentence}. */\nexport type ${title}Request = ${typeOfSchema(request)};\n`,
        `/** What came of \`${method}\`. */\nexport type ${title}Result = ${typeOfSchema(result)};\n`,
      ],
      method: [
        `  /** ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. */`,
        `  ${method}(request${isOptional ? "?" : ""}: ${title}Request): Promise<Outcome<${title}Result>>;`,
        ...(subject === null
          ? []
          : [
              `  /** The same, with its subject apart. */\n  ${method}(${argument.member}${isOptional ? "?" : ""}: ${typeOfSchema(subject, "  ")}, options?: ${typeOfSchema(rest, "  ")}): Promise<Outcome<${title}Result>>;`,
            ]),
      ].join("\n"),
    };
  });
  return [
    ...parts.flatMap(({ types }) => types),
    `/** The operations of llmch. None prints, ends the process, or throws for anything that a user can cause; their promises do not reject. */\nexport interface Llmch {\n${parts.map(({ method }) => method).join("\n")}\n}\n`,
  ].join("\n");
};
