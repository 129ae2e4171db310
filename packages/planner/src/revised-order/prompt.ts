import {
  type FailureBrief,
  fillTemplate,
  fingerprint,
  type JsonObject,
  type Objection,
  objectionInWords,
  quoteAsData,
} from "@llmch/contract";

/** What the planner is told of an order that is objected to. */
export interface RevisionParts {
  /** The text of `REVISION_PROMPT.md`. */
  readonly template: string;
  readonly order: JsonObject;
  readonly objection: Objection;
  /** Attempts that failed before, the last ones last. */
  readonly failed: readonly { readonly attempt: number; readonly brief: FailureBrief }[];
  /** The plan's other orders, those that are done among them. */
  readonly others: readonly JsonObject[];
  readonly repoFiles: readonly string[];
  /** Files that matter, as the order finds them. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** How many paths are listed at most. */
  readonly listedPaths: number;
}

/** The prompt, and the same with command output replaced by its fingerprint, which the request's hash covers. */
export interface RevisionPrompt {
  readonly prompt: string;
  readonly stablePrompt: string;
}

/** Later failures tell more, and old ones cost as much. */
const MOST_BRIEFS = 3;

export const revisedOrderPrompt = (parts: RevisionParts): RevisionPrompt => ({
  prompt: render(parts, (text) => text),
  stablePrompt: render(parts, fingerprint),
});

const render = (parts: RevisionParts, excerptOf: (text: string) => string): string => {
  const { template, order, objection, others, repoFiles, texts, listedPaths } = parts;
  const listed = repoFiles.slice(0, listedPaths);
  const rest = repoFiles.length - listed.length;
  const paths = [
    ...listed.map((path) => JSON.stringify(path).slice(1, -1)),
    ...(rest > 0 ? [`(and ${rest} more)`] : []),
  ];
  return fillTemplate(template, {
    ORDER: quoteAsData("work order", JSON.stringify(order, null, 2)),
    OBJECTION: quoteAsData("objection", objectionInWords(objection)),
    EVIDENCE: evidence(parts.failed.slice(-MOST_BRIEFS), excerptOf),
    OTHER_ORDERS:
      others.length === 0 ? "(none)" : quoteAsData("orders", others.map((each) => JSON.stringify(each)).join("\n")),
    REPO_FILES: paths.length === 0 ? "(empty)" : quoteAsData("paths", paths.join("\n")),
    FILES:
      texts.length === 0 ? "(no text to show)" : texts.map(({ path, text }) => quoteAsData(path, text)).join("\n\n"),
  });
};

const evidence = (failed: RevisionParts["failed"], excerptOf: (text: string) => string): string =>
  failed.length === 0
    ? "(none)"
    : failed
        .map(({ attempt, brief: { stage, command, exit_code, primary_error_excerpt } }) =>
          [
            `Attempt ${attempt}: ${stage}${command === null ? "" : `, ${command}`}${exit_code === null ? "" : `, exit code ${exit_code}`}`,
            quoteAsData("excerpt", command === null ? primary_error_excerpt : excerptOf(primary_error_excerpt)),
          ].join("\n"),
        )
        .join("\n\n");
