import { accepted, type JsonValue, type Result } from "@llmch/text";
import type { z } from "zod";
import * as validator from "./generated/review-validator.js";
import { judgeGiven } from "./schema-judge.ts";
import type { reviewedSchema, reviewSchema, SEVERITIES, toldNoteSchema } from "./schemas/review.ts";

type Severity = (typeof SEVERITIES)[number];

/** A note of a review, as the reviewer wrote it. */
export interface ReviewNote {
  readonly severity: Severity;
  /** Null for the whole change. */
  readonly path: string | null;
  readonly line: number | null;
  readonly claim: string;
  /** The sentence that the claim is based on; null if it names none. */
  readonly evidence: string | null;
  /** A command that fails if the claim holds; null if no command can tell. */
  readonly command: string | null;
}

/** A reviewer's answer. */
export interface Review {
  readonly summary: string;
  readonly notes: readonly ReviewNote[];
}

/** A note as recorded in the journal, and what became of it. */
export type ToldNote = Readonly<z.infer<typeof toldNoteSchema>>;

/** A model or a person that reviewed an order's work, and what it said last. */
export type ReviewedBy = Readonly<NonNullable<z.infer<typeof reviewedSchema>>[number]>;

/** Reads a reviewer's answer. Strict structured output sends every field, so an empty one means nothing. */
export const readReview = (value: JsonValue): Result<Review, string> => {
  const document = judgeGiven<z.infer<typeof reviewSchema>>(validator.review, value);
  if (!document.ok) return document;
  const notes = document.value.notes.map(({ severity, path, line, claim, evidence, command }) => ({
    severity,
    path: said(path),
    line: line != null && line > 0 ? line : null,
    claim: claim.trim(),
    evidence: said(evidence),
    command: said(command),
  }));
  return accepted({ summary: document.value.summary.trim(), notes });
};

const said = (text: string | null | undefined): string | null => {
  const trimmed = (text ?? "").trim();
  return trimmed === "" ? null : trimmed;
};

/** True if a note of this severity goes back to the author. */
export const isGrave = (severity: Severity): boolean => severity === "blocker" || severity === "major";
