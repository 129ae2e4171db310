import type { Answer, ModelReply, ModelRequest, RepoPath, RequestMessage, Result, WorkOrder } from "@llmch/contract";
import type { Files, Outlines } from "../files.ts";
import type { Stopped } from "../gate-outcome.ts";
import type { Turn } from "../turn-folder.ts";

/** A file of a draft: what it is to hold, or null if it is to go. */
export interface DraftFile {
  readonly path: RepoPath;
  readonly text: string | null;
}

/** How a command ended that an author had run on a draft. */
export interface DraftCheck {
  readonly ok: boolean;
  /** In words: `exit 1`. */
  readonly ending: string;
  /** What it printed that tells most. */
  readonly output: string;
}

/** Commands that an author may have run on a draft. */
export interface DraftChecks {
  readonly commands: readonly string[];
  /**
   * @param command one of `commands`
   * @param test the one test of it that is to run, as its runner calls it; null for all of them
   */
  run(command: string, draft: readonly DraftFile[], test: string | null): Promise<DraftCheck>;
}

/** What an author is given of an order: nothing in it holds a secret, or a hidden check. */
export interface AuthorQuestion {
  readonly order: WorkOrder;
  /** The first of its turns. */
  readonly at: Turn;
  readonly opening: readonly RequestMessage[];
  /** The form of an answer that is given without tools. */
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly files: Pick<Files, "trackedFiles" | "inspect">;
  readonly outlines: Outlines;
  /** Who is asked, and at which temperature, if that is not as the settings say. */
  readonly asking: Pick<ModelRequest, "model" | "temperature">;
  readonly allowed: readonly RepoPath[];
  readonly checks: DraftChecks;
  readonly redact: (text: string) => string;
  /** Reads an answer as an order takes one. The issues are sentences for the model. */
  readonly judge: (text: string) => Result<Answer, string>;
}

export type Authored =
  /** `turn`: the last of its turns; the first if left out. */
  | { readonly kind: "answered"; readonly answer: Answer; readonly text: string; readonly turn?: number }
  /** It came to no answer. `isLast`: no turns are left for the order. */
  | { readonly kind: "stuck"; readonly why: string; readonly isLast: boolean }
  | Extract<ModelReply, { readonly kind: "failed" }>
  | Stopped;

/** A model that looks around with tools before it answers an order. */
export interface Author {
  /** `always`, or only if the prompt cannot show whole what the order names. */
  readonly isAsked: "always" | "if-needed";
  work(question: AuthorQuestion): Promise<Authored>;
}
