import { resolve } from "node:path";
import { type NamedSpec, readNamedSpec, type SpecName, withoutCommands } from "@llmch/plan";
import { accepted, printable, type Refusal, type Result, refusal, rejected } from "@llmch/text";
import { openRepository } from "@llmch/workspace";
import type { OperationContext } from "../context.ts";

/**
 * The spec that a request has, or names, and what was taken from a plan of another tool, which its user is told (contract §4).
 * @param tries whether the commands that such a plan wishes for are run on HEAD first: those that pass there are left out, and said
 */
export const specOf = async (
  named: string | { readonly file: string },
  { tries, ...name }: Omit<SpecName, "file"> & { readonly tries: boolean },
  context: OperationContext,
): Promise<Result<NamedSpec, Refusal>> => {
  if (typeof named === "string")
    return name.format === undefined ? accepted({ text: named, plan: null }) : rejected(IMPORT_OF_TEXT);
  const spec = await readNamedSpec({ ...name, file: named.file }, context);
  if (!spec.ok || spec.value.plan === null) return spec;
  const { plan } = spec.value;
  for (const line of plan.lines) context.face.notes(line);
  const commands = plan.commands.map(({ command }) => command);
  const held = tries && name.repo !== null ? await heldOf(commands, name.repo, context) : [];
  for (const command of held) context.face.notes(printable(`  holds already: ${command}`));
  return accepted(held.length === 0 ? spec.value : withoutCommands(plan, held));
};

const IMPORT_OF_TEXT = refusal("usage", "--import is for a file or a folder", "name one, or leave --import out");

/** The commands that pass on HEAD; none if they cannot be tried. A file of the repo chose them, so they run as what a model chose. */
const heldOf = async (
  commands: readonly string[],
  at: string,
  context: OperationContext,
): Promise<readonly string[]> => {
  const { env, cwd, secrets, signal, settings, face } = context;
  const repo = commands.length === 0 ? null : await openRepository(resolve(cwd, at), env);
  const commit = repo?.ok === true ? (await repo.value.head()).commit : null;
  if (repo?.ok !== true || commit === null) return [];
  // Loaded only where something runs.
  const { heldCommands } = await import("@llmch/plan/held-acceptance");
  const place = { values: settings.values, env, signal, secrets };
  const held = await heldCommands(commands, repo.value, commit, place, settings.runsUnseen === true ? "user" : "model");
  if (held.ok) return held.value ?? [];
  const [{ message, hint }] = held.issues;
  face.notes(printable(`its commands were not tried: ${message}: ${hint}`));
  return [];
};
