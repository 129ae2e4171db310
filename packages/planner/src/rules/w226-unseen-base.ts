import { isProgramFile } from "@llmch/languages";
import { namesApart } from "@llmch/text";
import { quote } from "../quote.ts";
import type { ChainRule, ChainScene } from "./rule.ts";

/**
 * An order that requires existing programs and names them sees at least one of them. Its author knows best which ones it needs: an order
 * that lists any is not reported.
 */
export const unseenBase: ChainRule = (scene) => {
  const base = baseOf(scene);
  if (base.length === 0) return [];
  const shown = new Set([...scene.order.contextFiles, ...scene.order.allowedFiles].map(({ path }) => path));
  if (base.some((path) => shown.has(path))) return [];
  return [
    {
      code: "W226",
      field: "context_files",
      message: `the order builds on ${base.map(quote).join(", ")}, and \`context_files\` has none of what it builds on`,
      pointer: "/context_files",
    },
  ];
};

/** The programs that exist before the order, that it requires, and that its intent or notes name. */
const baseOf = ({ order, files }: ChainScene): readonly string[] => {
  const stands = (path: string) => files.has(path) && files.giver(path) !== order.label;
  const required = order.preconditions.flatMap(({ kind, path }) => (kind === "file_exists" ? [path] : []));
  const texts = [order.json.intent, order.json.notes].filter((text) => typeof text === "string");
  const programs = required.filter(
    (path) => texts.some((text) => text.includes(path)) && isProgramFile(path) && stands(path),
  );
  if (programs.length === 0) return [];
  const named = namedPaths(texts);
  return programs.filter((path) => named.has(path));
};

const PATH = /[\p{L}\p{N}_@+./-]+/gu;

const namedPaths = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    [...texts, ...texts.map(namesApart)].flatMap((text) =>
      (text.match(PATH) ?? []).map((word) => word.replace(/\.+$/, "")),
    ),
  );
