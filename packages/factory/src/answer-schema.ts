import type { JsonValue } from "@llmch/contract";
import { baseSha256, type OrderFile } from "./order-files.ts";

/**
 * The JSON Schema that a model's answer to this order is held to where the server can (strict structured output):
 * `path` among the allowed files, `base_sha256` among the hashes that they have.
 */
export const answerSchema = (files: readonly OrderFile[]): { readonly name: string; readonly schema: JsonValue } => {
  const allowed = files.filter((file) => file.allowed);
  const hashes = [...new Set(allowed.map((file) => baseSha256(file.state)))];
  return {
    name: "write_proposal",
    schema: {
      type: "object",
      additionalProperties: false,
      required: ["summary", "writes"],
      properties: {
        summary: { type: "string", description: "What was done, in a sentence or two." },
        writes: {
          type: "array",
          items: {
            type: "object",
            additionalProperties: false,
            required: ["path", "base_sha256", "content"],
            properties: {
              path: { type: "string", enum: allowed.map((file) => file.path) },
              base_sha256: { type: "string", enum: hashes },
              content: { type: "string", description: "The whole new content of the file." },
            },
          },
        },
      },
    },
  };
};
