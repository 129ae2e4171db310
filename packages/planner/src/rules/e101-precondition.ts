import type { ConditionReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { ChainRule, ChainScene, Finding } from "./rule.ts";

/** An order's preconditions hold when its turn comes. */
export const unmetPrecondition: ChainRule = (scene) =>
  scene.order.preconditions.flatMap((condition): Finding[] => {
    const { kind, path } = condition;
    const giver = scene.files.giver(path);
    if (kind === "file_exists" && giver === undefined) return [finding(condition, nobodyGives(path, scene))];
    if (kind === "file_absent" && giver !== undefined) return [finding(condition, `${giver} has given it by then`)];
    return [];
  });

const finding = ({ kind, path, pointer }: ConditionReading, why: string): Finding => ({
  code: "E101",
  field: "preconditions",
  message: `precondition ${kind} ${quote(path)} cannot hold: ${why}`,
  pointer: `${pointer}/path`,
});

const nobodyGives = (path: string, { order, files, anyGiver }: ChainScene): string => {
  const lost = files.lost(path);
  if (lost !== undefined) return `${lost.remover} has taken it away by then`;
  const giver = anyGiver(path);
  const hint =
    giver === undefined ? "" : giver === order.label ? "; this order makes it itself" : `; ${giver} gives it, later`;
  return `neither the repo nor an earlier order gives it${hint}`;
};
