import { designNames } from "@llmch/contract";
import type { ImportedName } from "@llmch/languages";
import { isGathered, namesWord } from "../order-words.ts";
import { THE_REPO } from "../plan-files.ts";
import { proseImports } from "../prose-imports.ts";
import { quote } from "../quote.ts";
import type { ChainRule, ChainScene, Finding } from "./rule.ts";

/**
 * If a command or text of an order takes a name from one of the plan's files, an order that makes the file states the name: its author sees
 * nothing else. A file that was already in the repo may have the name.
 */
export const unnamedImport: ChainRule = (scene) => [...inCommands(scene), ...inTexts(scene)];

const inCommands = (scene: ChainScene): readonly Finding[] =>
  scene.order.commands.flatMap(({ text, program, pointer }) => {
    const filesOf = program?.program.filesOfModule;
    if (program === null || filesOf === undefined) return [];
    return scene.programs.importedNames(program).flatMap((taken) => {
      const maker = makerWithout(taken, filesOf(taken.module), scene, filesOf(`${taken.module}.${taken.name}`));
      if (maker === null) return [];
      const message = `command ${quote(text)} takes ${quote(taken.name)} from ${quote(maker.path)}, and ${maker.said}`;
      return [{ code: "W223", field: "acceptance_commands", message, pointer }];
    });
  });

const inTexts = (scene: ChainScene): readonly Finding[] => {
  const { prose, allowed } = scene.order;
  return prose.flatMap(({ text, pointer }) =>
    proseImports(text, allowed).flatMap((taken) => {
      const maker = makerWithout(taken, taken.files, scene, []);
      if (maker === null) return [];
      const field = pointer.slice(1);
      const message = `\`${field}\` takes ${quote(taken.name)} from ${quote(maker.path)}, and ${maker.said}`;
      return [{ code: "W223", field, message, pointer }];
    }),
  );
};

/** The order that makes the file without naming what is taken; null if some order names it, or if that is unknown. */
const makerWithout = (
  { name }: ImportedName,
  candidates: readonly string[],
  { order, files, upTo, writersUpTo, design }: ChainScene,
  submodule: readonly string[],
): { readonly path: string; readonly said: string } | null => {
  const path = candidates.find(files.has);
  const maker = path === undefined ? undefined : files.giver(path);
  if (path === undefined || maker === undefined || maker === THE_REPO) return null;
  if (name.startsWith("__") || submodule.some(files.has)) return null;
  // The file's author sees what the plan's design says about it.
  if (design !== null && designNames(design, path, name)) return null;
  const writers = writersUpTo(order, path);
  if (writers.length === 0 || writers.some((each) => namesWord(each, name)) || isGathered(path, name, upTo(order)))
    return null;
  const said =
    maker === order.label
      ? "the order does not name it where it is shown"
      : `${maker}, which makes that file, does not name it`;
  return { path, said };
};
