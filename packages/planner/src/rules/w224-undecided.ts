import { isProgramFile, isTestFile } from "@llmch/languages";
import { usesCheckFolder } from "../commands/check-words.ts";
import { decisionOf, type OwnTests } from "../commands/decision.ts";
import type { Decision } from "../commands/inline-decision.ts";
import type { ChainRule, ChainScene } from "./rule.ts";

const SAID: Readonly<Record<Exclude<Decision, "decides">, string>> = {
  prints: "print",
  looks: "look at files",
  "own tests": "run tests that the order itself writes",
};

/**
 * Each order that writes a program has an acceptance command that decides whether the program works. Texts, data, settings and scripts may
 * be accepted by a look at them.
 */
export const undecidedOrder: ChainRule = (scene) => {
  const { commands } = scene.order;
  if (commands.every(({ cannotFail }) => cannotFail)) return [];
  const tests = ownTests(scene);
  const kinds = new Set<Decision>();
  for (const { read } of commands) {
    const decision =
      read.length === 0 || usesCheckFolder(read)
        ? "decides"
        : decisionOf(
            read.map(({ text }) => text),
            tests,
          );
    if (decision === "decides") return [];
    kinds.add(decision);
  }
  const programs = programsOf(scene);
  if (programs.length === 0 || (kinds.has("own tests") && programs.every((path) => isTestFile(path)))) return [];
  const said = [...kinds].flatMap((kind) => (kind === "decides" ? [] : [SAID[kind]]));
  return [
    {
      code: "W224",
      field: "acceptance_commands",
      message: `the acceptance commands decide nothing: they only ${said.join(", or ")}`,
      pointer: "/acceptance_commands",
    },
  ];
};

/** The programs that exist after the order. */
const programsOf = ({ order }: ChainScene): readonly string[] => {
  const gone = new Set(order.postconditions.flatMap(({ kind, path }) => (kind === "file_absent" ? [path] : [])));
  return order.allowedFiles.map(({ path }) => path).filter((path) => isProgramFile(path) && !gone.has(path));
};

const STARTS = /(?:^|\/)(?:cli|main|__main__|app|bin\/[^/]+)\.(?:[cm]?[jt]s|py)$/;

const ownTests = ({ order, files }: ChainScene): OwnTests => {
  const has = (path: string) => order.allowed.has(path) && files.giver(path) === order.label && isTestFile(path);
  const isStart = (path: string) => order.allowed.has(path) && files.giver(path) === order.label && STARTS.test(path);
  return { some: () => order.allowedFiles.some(({ path }) => has(path)), has, isFile: files.has, isStart };
};
