import {
  accepted,
  canonicalJson,
  counted,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonObject,
  type Result,
  rejected,
  sha256Hex,
  utf8Length,
} from "@llmch/text";
import type { z } from "zod";
import * as validator from "../generated/design-validator.js";
import { pathFault } from "../repo-path.ts";
import { judgeGiven } from "../schema-judge.ts";
import { schemaUri } from "../schema-uri.ts";
import type { designSchema } from "../schemas/design.ts";

/** How the work of a plan's orders fits together. All of them follow it. */
export interface Design {
  readonly modules: readonly DesignedModule[];
  readonly interfaces: readonly DesignedInterface[];
  readonly names: readonly { readonly name: string; readonly meaning: string }[];
  readonly decisions: readonly Decision[];
}

interface DesignedModule {
  readonly name: string;
  /** Files and folders; empty if the module has no fixed place. */
  readonly paths: readonly string[];
  readonly purpose: string;
}

interface DesignedInterface {
  readonly name: string;
  /** The file that defines it; null if no particular one does. */
  readonly path: string | null;
  readonly signature: string;
  readonly about: string;
}

interface Decision {
  readonly decision: string;
  readonly why: string;
  /** The files and folders that it concerns; empty if it concerns all. */
  readonly paths: readonly string[];
}

/** The names of a design's files, in a plan's folder and in a run's folder. */
export const DESIGN_FILE = "design.json";
export const DESIGN_PAGE = "DESIGN.md";

/** Every order sees the design, so it must be short. */
const MOST_BYTES = 200_000;

/** Reads a design, or reports everything that is wrong with it. */
export const readDesign = (value: JsonValue): Result<Design, string> => {
  const document = judgeGiven<z.infer<typeof designSchema>>(validator.design, value);
  if (!document.ok) return document;
  const { modules, interfaces, names, decisions } = document.value;
  const design: Design = {
    modules: modules.map(({ name, paths, purpose }) => ({ name: name.trim(), paths: places(paths), purpose })),
    interfaces: interfaces.map(({ name, path, signature, about }) => ({
      name: name.trim(),
      path: path == null || path.trim() === "" ? null : place(path),
      ...{ signature, about },
    })),
    names: names.map(({ name, meaning }) => ({ name: name.trim(), meaning })),
    decisions: decisions.map(({ decision, why, paths }) => ({ decision, why, paths: places(paths) })),
  };
  const [first, ...rest] = faultsOf(design);
  return first === undefined ? accepted(design) : rejected(first, ...rest);
};

/** A folder is spelled like the start of its files' paths. */
const place = (path: string): string => path.trim().replace(/^(?:\.\/)+|\/+$/g, "");
const places = (paths: readonly string[]): readonly string[] => [...new Set(paths.map(place))];

const faultsOf = (design: Design): readonly string[] => {
  const { modules, interfaces, names, decisions } = design;
  const bytes = utf8Length(canonicalJson(designDocument(design)));
  return [
    ...(modules.length + interfaces.length + names.length + decisions.length === 0 ? ["it says nothing at all"] : []),
    ...(bytes > MOST_BYTES ? [`it has ${bytes} bytes, and may have ${MOST_BYTES}`] : []),
    ...modules.flatMap(({ paths }, index) => pathFaults(paths, `/modules/${index}/paths`)),
    ...interfaces.flatMap(({ path }, index) => pathFaults(path === null ? [] : [path], `/interfaces/${index}/path`)),
    ...decisions.flatMap(({ paths }, index) => pathFaults(paths, `/decisions/${index}/paths`)),
    ...nameFaults("modules", modules),
    ...nameFaults("names", names),
    ...nameFaults("interfaces", interfaces, ({ name, path }) => JSON.stringify([name, path])),
  ];
};

const pathFaults = (paths: readonly string[], where: string): readonly string[] =>
  paths.flatMap((path) => {
    const fault = pathFault(path);
    return fault === null ? [] : [`${where}: ${JSON.stringify(path)} ${fault}`];
  });

const nameFaults = <Named extends { readonly name: string }>(
  list: string,
  all: readonly Named[],
  keyOf: (each: Named) => string = ({ name }) => name,
): readonly string[] => {
  const seen = new Set<string>();
  return all.flatMap((each, index) => {
    const { name } = each;
    const where = `/${list}/${index}/name`;
    if (name === "" || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(name)) return [`${where} must be one line of text`];
    const key = keyOf(each);
    const isTwin = seen.has(key);
    seen.add(key);
    return isTwin ? [`${where}: ${JSON.stringify(name)} stands there twice`] : [];
  });
};

/** The JSON document of a design. `$schema` distinguishes it from other files. */
export const designDocument = ({ modules, interfaces, names, decisions }: Design): JsonObject => ({
  $schema: SCHEMA,
  modules: modules.map(({ paths, ...each }) => ({ ...each, paths: [...paths] })),
  interfaces: interfaces.map((each) => jsonObject({ ...each })),
  names: names.map((each) => jsonObject({ ...each })),
  decisions: decisions.map(({ paths, ...each }) => ({ ...each, paths: [...paths] })),
});

const SCHEMA = schemaUri("design");

/** True if a document declares the schema of a design. */
export const namesDesignSchema = (value: JsonValue): boolean =>
  isJsonObject(value) && typeof value.$schema === "string" && value.$schema.endsWith("/design.schema.json");

/** The SHA-256 of a design's content. */
export const designSha256 = (design: Design): string => {
  const { $schema: _, ...told } = designDocument(design);
  return sha256Hex(canonicalJson(told));
};

/** The number of a design's entries. */
export interface DesignCounts {
  readonly modules: number;
  readonly interfaces: number;
  readonly names: number;
  readonly decisions: number;
}

export const designCounts = ({ modules, interfaces, names, decisions }: Design): DesignCounts => ({
  modules: modules.length,
  interfaces: interfaces.length,
  names: names.length,
  decisions: decisions.length,
});

/** `3 modules, 5 interfaces, 2 names, 1 decision` */
export const designInWords = ({ modules, interfaces, names, decisions }: DesignCounts): string =>
  [
    counted(modules, "module"),
    counted(interfaces, "interface"),
    counted(names, "name"),
    counted(decisions, "decision"),
  ].join(", ");

/** True if a design specifies a name in a file. Then both the file's author and its users are told the name. */
export const designNames = ({ interfaces, names }: Design, path: string, name: string): boolean =>
  names.some((each) => each.name === name) ||
  interfaces.some((each) => (each.path === null || each.path === path) && each.name === name);
