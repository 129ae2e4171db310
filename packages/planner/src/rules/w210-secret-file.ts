import { looksLikeSecretFile } from "@llmch/contract";
import type { PathReading } from "../order-reading.ts";
import { quote } from "../quote.ts";
import type { ChainRule, Finding } from "./rule.ts";

/** The model sees every file that an order names, even one whose name suggests a secret (reliability, S2). */
export const secretFile: ChainRule = ({ order }) => [
  ...secrets("allowed_files", order.allowedFiles),
  ...secrets("context_files", order.contextFiles),
];

const secrets = (field: string, files: readonly PathReading[]): readonly Finding[] =>
  files
    .filter(({ path }) => looksLikeSecretFile(path))
    .map(({ path, pointer }) => ({
      code: "W210",
      field,
      message: `path ${quote(path)} in \`${field}\` looks like a file of secrets, and the model is shown what an order names`,
      pointer,
    }));
