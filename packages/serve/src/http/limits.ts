/** What one client, and all of them, may take. */
export const LIMITS = {
  headerBytes: 16 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  /** The same, for whoever has not been let in. */
  openBodyBytes: 4 * 1024,
  connections: 512,
  headersMs: 10_000,
  /** For a request, and of whoever has not been let in also for reading the answer. */
  requestMs: 30_000,
  /** How long a client may read nothing of what it is told. */
  stallMs: 60_000,
  /** How long a client that has its answer may go on with what it says, or keep its end open. */
  lingerMs: 2_000,
  /** How long answers under way may take once the server is to end. */
  endMs: 400,
};

export type Limits = Readonly<typeof LIMITS>;
