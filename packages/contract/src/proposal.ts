import {
  accepted,
  type Edit,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  member,
  type Result,
  rejected,
  SHA256_OF_NOTHING,
} from "@llmch/text";
import type { z } from "zod";
import { type Objection, readObjection } from "./objection.ts";
import { judgeProposal } from "./schema-judge.ts";
import type { fileWriteSchema } from "./schemas/proposal.ts";

/** Limits on a proposal's size (contract §5), in UTF-8 bytes. */
export const MAX_FILE_BYTES = 200 * 1024;
export const MAX_PROPOSAL_BYTES = 500 * 1024;

type WriteDocument = z.infer<typeof fileWriteSchema>;

/** What happens to a file. */
export type WriteForm =
  | { readonly kind: "content"; readonly content: string }
  | { readonly kind: "edits"; readonly edits: readonly Edit[] }
  | { readonly kind: "delete" }
  | { readonly kind: "rename"; readonly rename_to: string; readonly edits: readonly Edit[] };

/** One file of a proposal. */
export type FileWrite = WriteForm & {
  readonly path: string;
  readonly base_sha256: string;
  /** Said of a new script that can be run by its path. */
  readonly executable?: true;
};

export interface Proposal {
  readonly summary: string;
  readonly writes: readonly FileWrite[];
}

/** A model's answer to an order. */
export type Answer =
  | { readonly kind: "proposal"; readonly proposal: Proposal }
  | { readonly kind: "objection"; readonly objection: Objection };

/** Reads an answer with either `writes` or an `objection`. The issues are sentences for the model. */
export const readAnswer = (value: JsonValue): Result<Answer, string> => {
  const document = judgeProposal(completed(value));
  if (!document.ok) return document;
  const { summary, writes = null, objection = null } = document.value;
  if (writes !== null && objection !== null)
    return rejected("it has `writes` and an `objection` at once: one is wanted");
  if (objection !== null) {
    const read = readObjection(objection);
    return read.ok ? accepted({ kind: "objection", objection: read.value }) : read;
  }
  if (writes === null) return rejected("it has neither `writes` nor an `objection`");
  const proposal = readWrites(summary, writes);
  return proposal.ok ? accepted({ kind: "proposal", proposal: proposal.value }) : proposal;
};

/** An objection needs no summary, and an empty list of writes next to one means nothing. */
const completed = (value: JsonValue): JsonValue => {
  if (!isJsonObject(value) || (member(value, "objection") ?? null) === null) return value;
  const [writes, summary] = [member(value, "writes"), member(value, "summary")];
  const isEmpty = Array.isArray(writes) && writes.length === 0;
  return { ...value, summary: summary ?? "", ...(isEmpty ? { writes: null } : {}) };
};

/** Reads a proposal; rejects an objection. */
export const readProposal = (value: JsonValue): Result<Proposal, string> => {
  const answer = readAnswer(value);
  if (!answer.ok) return answer;
  return answer.value.kind === "proposal" ? accepted(answer.value.proposal) : rejected("it is an objection");
};

/** Each write has exactly one form. */
const readWrites = (summary: string, documents: readonly WriteDocument[]): Result<Proposal, string> => {
  const writes: FileWrite[] = [];
  const faults: string[] = [];
  for (const write of documents) {
    const form = formOf(write);
    if (form.ok) writes.push({ path: write.path, base_sha256: baseOf(write), ...form.value, ...modeOf(write) });
    else faults.push(`${JSON.stringify(write.path)} ${form.issues[0]}`);
  }
  const [first, ...rest] = faults;
  return first === undefined ? accepted({ summary, writes }) : rejected(first, ...rest);
};

const modeOf = ({ executable }: { readonly executable?: boolean | null | undefined }) =>
  executable === true ? { executable } : {};

/** The base of a file that does not exist is null. Models express this in other ways too. */
const baseOf = ({ base_sha256: base }: WriteDocument): string =>
  base === undefined || base === null || base === "" || base === "missing" ? SHA256_OF_NOTHING : base;

/** Strict structured output sends every field: `null`, `false` and an empty list of edits mean nothing. */
const formOf = (write: WriteDocument): Result<WriteForm, string> => {
  const { content = null, rename_to = null } = write;
  const edits = write.edits ?? [];
  const said = [
    ...(content === null ? [] : ["content"]),
    ...(edits.length === 0 ? [] : ["edits"]),
    ...(write.delete === true ? ["delete"] : []),
    ...(rename_to === null ? [] : ["rename_to"]),
  ].join(" and ");
  if (said === "content" && content !== null) return accepted({ kind: "content", content });
  if (said === "edits") return accepted({ kind: "edits", edits });
  // An empty list of edits with a known base: the file should have that content.
  if (said === "" && write.edits?.length === 0 && baseOf(write) !== SHA256_OF_NOTHING) {
    return accepted({ kind: "edits", edits });
  }
  if (said === "delete") return accepted({ kind: "delete" });
  if ((said === "rename_to" || said === "edits and rename_to") && rename_to !== null) {
    return accepted({ kind: "rename", rename_to, edits });
  }
  const wanted = "one of `content`, `edits`, `delete` and `rename_to` is wanted";
  return rejected(
    said === ""
      ? `says nothing of what is to become of it: ${wanted}`
      : `has ${said} at once: ${wanted}, save that \`edits\` may go with \`rename_to\``,
  );
};

/** The proposal in its recorded form, without fields that mean nothing. */
export const proposalDocument = ({ summary, writes }: Proposal): JsonObject => ({
  summary,
  writes: writes.map((write) => ({
    path: write.path,
    base_sha256: write.base_sha256,
    ...formDocument(write),
    ...modeOf(write),
  })),
});

const formDocument = (form: WriteForm): JsonObject => {
  const editsOf = (edits: readonly Edit[]) => ({ edits: edits.map(({ find, replace }) => ({ find, replace })) });
  switch (form.kind) {
    case "content":
      return { content: form.content };
    case "edits":
      return editsOf(form.edits);
    case "delete":
      return { delete: true };
    case "rename":
      return { rename_to: form.rename_to, ...(form.edits.length === 0 ? {} : editsOf(form.edits)) };
  }
};
