/** What one client, and all of them, may take. */
export interface Limits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** The same, for whoever has not been let in. */
  readonly openBodyBytes: number;
  readonly connections: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a client may read nothing of what it is told. */
  readonly stallMs: number;
  readonly keepAliveMs: number;
  /** How long answers under way may take once the server is to end. */
  readonly endMs: number;
}

export const LIMITS: Limits = {
  headerBytes: 16 * 1024,
  bodyBytes: 4 * 1024 * 1024,
  openBodyBytes: 4 * 1024,
  connections: 512,
  headersMs: 10_000,
  requestMs: 30_000,
  stallMs: 60_000,
  keepAliveMs: 5_000,
  endMs: 400,
};
