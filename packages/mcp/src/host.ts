import { type Keys, type OperationName, type Outcome, perform } from "@llmch/app";

/** What serves: an installation of llmch, for one repo. */
export interface Host {
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  readonly cwd: string;
  readonly keys: Keys;
  /** Absolute. */
  readonly repo: string;
  /** Where runs are kept; undefined for the default. */
  readonly artifactsDir: string | undefined;
  /** Aborted once nobody listens any more. */
  readonly signal: AbortSignal;
}

/** Carries out an operation in this process: one that only looks. */
export const look = (
  operation: OperationName,
  request: Readonly<Record<string, unknown>>,
  { artifactsDir, repo: here, ...host }: Host,
): Promise<Outcome> => {
  const place = artifactsDir === undefined ? {} : { artifactsDir };
  return perform(
    { operation, request: { ...place, ...request }, given: {} },
    { ...host, here, asksUser: true, face: SILENT, warn: () => {}, reasoning: () => {} },
  );
};

const SILENT = {
  event: () => {},
  output: null,
  begins: () => true,
  notes: () => {},
  ended: () => {},
  ask: async () => {},
  decides: async () => null,
};
