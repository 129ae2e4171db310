import { normalizePath } from "@llmch/contract";
import { isTestFile, VERIFY_SCRIPT } from "@llmch/languages";
import type { CommandReading, OrderReading } from "../order-reading.ts";
import type { ChainRule, ChainScene } from "./rule.ts";

/**
 * Some command tests each order that no later order needs: it names a file of the order, or no file at all, as `npm test` does.
 * Verification runs the tests among the order's own files. A command that only names other files tests those.
 */
export const untestedOrder: ChainRule = (scene) => {
  const { order, graph, mentions } = scene;
  if (order.allowedFiles.length === 0 || order.commands.length === 0 || namesItself(order)) return [];
  if (graph.isBuiltOn(order)) return [];
  if (order.allowedFiles.some(({ path }) => path === VERIFY_SCRIPT || isTestFile(path))) return [];
  if (mentions.mentionsFilesOf(order) || !order.commands.every((command) => testsOthers(command, scene))) return [];
  return [
    {
      code: "W207",
      field: "acceptance_commands",
      message: "no later order needs what this order makes, and no command has to do with it",
      pointer: "/acceptance_commands",
    },
  ];
};

/** A cheap check that suffices for most orders. */
const namesItself = ({ allowedFiles, commands }: OrderReading): boolean =>
  allowedFiles.slice(0, 5).some(({ path }) => commands.some(({ text }) => text.includes(path)));

const testsOthers = (command: CommandReading, { order, files, programs }: ChainScene): boolean => {
  if (command.read.length === 0) return false;
  if (command.cannotFail) return true;
  const named = (command.text.match(PATH) ?? []).map(normalizePath).filter(files.has);
  if (named.length > 0) return !named.includes(VERIFY_SCRIPT);
  const imported = command.program === null ? [] : programs.imports(command.program);
  return imported.some(files.hasModule) && !imported.some((module) => isAround(module, order));
};

/** A package loads its parts, so an import of it may use any of them. */
const isAround = (module: string, { allowedFiles }: OrderReading): boolean => {
  const [outermost = module] = module.split(".");
  return allowedFiles.some(({ path }) => path.split("/").includes(outermost));
};

const PATH = /[\p{L}\p{N}_.@+-]+(?:\/[\p{L}\p{N}_.@+-]+)*/gu;
