import { hasGlob } from "@llmch/contract";
import type { PathReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { Finding, OrderRule } from "./rule.ts";

/** Every file is named by its own path. */
export const globInPath: OrderRule = ({ order }) => [
  ...globs("allowed_files", order.allowedFiles),
  ...globs("context_files", order.contextFiles),
  ...order.derive.flatMap(({ files }) => globs("derive", files)),
];

const globs = (field: string, files: readonly PathReading[]): readonly Finding[] =>
  files
    .filter(({ path }) => hasGlob(path))
    .map(({ path, pointer }) => ({
      code: "E004",
      field,
      message: `path ${quote(path)} in \`${field}\` has a glob character`,
      pointer,
    }));
