import type { Keys } from "@llmch/app";
import type { Starter } from "@llmch/app/detached";
import type { Queue, SetTimer } from "@llmch/app/queue";

/** An installation of llmch, and what it was asked to serve. */
export interface Installed extends Pick<Starter, "program" | "whole"> {
  readonly version: string;
  /** Where the shipped prompts are. */
  readonly templates: string;
  readonly cwd: string;
  readonly keys: Keys;
}

/** What routes work with. */
export interface Host extends Installed {
  /** The folder of the server, absolute. */
  readonly data: string;
  /** The repos that the page offers, absolute. */
  readonly repos: readonly string[];
  readonly slots: number;
  /** What is put into the queue by the clock. */
  readonly timers?: readonly SetTimer[];
  readonly queue: Queue;
  /** Has whoever listens look again: a job came, or was decided or cancelled. */
  changed(): void;
  /** Aborted once the server ends. */
  readonly signal: AbortSignal;
}
