import type { Answer, ModelReply, ModelRequest, RepoPath, RequestMessage, WorkOrder } from "@llmch/contract";
import type { WantedTests } from "@llmch/languages";
import type { Result } from "@llmch/text";
import type { Files, Outlines } from "./files.ts";
import type { Stopped } from "./gate-outcome.ts";
import type { Turn } from "./turn-folder.ts";

/** A file of a draft: its new text, or null if the draft deletes it. */
export interface DraftFile {
  readonly path: RepoPath;
  readonly text: string | null;
  /** True for a new script that can be run by its path. */
  readonly executable?: boolean;
}

/** The result of a command that an author ran on a draft. */
export interface DraftCheck {
  readonly ok: boolean;
  /** In words: `exit 1`. */
  readonly ending: string;
  /** The most telling part of its output. */
  readonly output: string;
}

/** Commands that an author may run on a draft. */
export interface DraftChecks {
  /** The commands that may be run: a model asks for them by name. */
  readonly commands: readonly { readonly name: string; readonly command: string }[];
  /**
   * @param name the name of one of `commands`
   * @param only the tests to run; null for all
   */
  run(name: string, draft: readonly DraftFile[], only: WantedTests | null): Promise<DraftCheck>;
}

/** What an author gets to see of an order: no secret and no hidden check. */
export interface AuthorQuestion {
  readonly order: WorkOrder;
  /** The first of its turns. */
  readonly at: Turn;
  readonly opening: readonly RequestMessage[];
  /** What comes before the opening; null for nothing. */
  readonly continued: Continued | null;
  /** The schema of an answer given without tools. */
  readonly answerSchema: ModelRequest["answerSchema"];
  readonly files: Pick<Files, "trackedFiles" | "inspect">;
  readonly outlines: Outlines;
  /** The model to use, if it differs from the settings. */
  readonly asking: Pick<ModelRequest, "model">;
  readonly allowed: readonly RepoPath[];
  /** The work of the last attempt, which the draft begins with. */
  readonly draft: readonly DraftFile[];
  readonly checks: DraftChecks;
  readonly redact: (text: string) => string;
  /** Parses an answer and checks it against the order. The issues are sentences for the model. */
  readonly judge: (text: string) => Result<Answer, string>;
}

export type Authored =
  /** `turn`: its last turn; if left out, the first. */
  | { readonly kind: "answered"; readonly answer: Answer; readonly text: string; readonly turn?: number }
  /** It gave no answer. `isLast`: the order has no turns left. */
  | { readonly kind: "stuck"; readonly why: string; readonly isLast: boolean }
  | Extract<ModelReply, { readonly kind: "failed" }>
  | Stopped;

/** The planner's conversation, which the first attempt at its only order goes on with (contract §11, `planner.continue`). */
export interface Continued {
  readonly messages: readonly RequestMessage[];
  /** The lines of the repo's files that its tools showed, from 0. */
  readonly shown: ReadonlyMap<string, ReadonlySet<number>>;
}

/** A model that looks around with tools before it answers an order. */
export interface Author {
  readonly continued?: Continued | null;
  /** `always`, or only if the prompt cannot show everything that the order names in full. */
  readonly isAsked: "always" | "if-needed";
  work(question: AuthorQuestion): Promise<Authored>;
}
