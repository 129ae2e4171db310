import { type CallName, type EventBody, orderCall, type RepoPath, repoPath } from "@llmch/contract";
import { DEFAULT_SETTINGS } from "@llmch/contract/settings";
import { type ScriptedReply, scriptedModel, steadyClock } from "@llmch/testkit";
import { accepted, type JsonValue, type Result, rejected, sha256Hex, utf8Length } from "@llmch/text";
import type { EndCall, Limits, ToolTask } from "./conversation.ts";
import { NOTHING_TAKEN } from "./conversation.ts";
import { deniedPaths } from "./denied-paths.ts";
import { createDraft } from "./draft/draft.ts";
import { converse } from "./loop/converse.ts";
import type { Checks, FileState, Files, Model, Outlines, Ports } from "./ports.ts";
import type { Scene } from "./scene.ts";
import { toolset } from "./toolset.ts";

/** A file as its text, or any other state of a path. */
export type MemoryFile = string | FileState;

/** Files in memory. */
export const memoryFiles = (files: Readonly<Record<string, MemoryFile>>): Files & { readonly inspected: string[] } => {
  const inspected: string[] = [];
  const tracked = Object.keys(files).sort();
  const states = new Map<string, FileState>();
  const stateOf = (path: string, file: MemoryFile): FileState => {
    const known = states.get(path);
    if (known !== undefined) return known;
    if (typeof file !== "string") return file;
    const state: FileState = { kind: "file", sha256: sha256Hex(file), bytes: utf8Length(file), text: file };
    states.set(path, state);
    return state;
  };
  return {
    inspected,
    trackedFiles: async () => tracked,
    inspect: async (path) => {
      inspected.push(path);
      const file = files[path];
      return file === undefined ? { kind: "missing" } : stateOf(path, file);
    },
  };
};

export const pathOf = (raw: string): RepoPath => {
  const path = repoPath(raw);
  if (path === null) throw new Error(`${raw} is no path of a repo`);
  return path;
};

export const LIMITS: Limits = {
  ...{ turns: 40, tokens: null, contextTokens: 128_000 },
};

export interface SceneOptions {
  readonly files: Readonly<Record<string, MemoryFile>>;
  readonly allowed?: readonly string[];
  readonly checks?: Checks | null;
  readonly outlines?: Outlines;
  readonly denyPaths?: readonly string[];
  readonly wholeFileBytes?: number;
}

export const memoryScene = (options: SceneOptions) => {
  const { allowed = [], checks = null, denyPaths = [], wholeFileBytes = 16_384 } = options;
  const files = memoryFiles(options.files);
  return {
    files,
    checks,
    draft: createDraft(allowed.map(pathOf), files, { wholeFileBytes }),
    outlines: options.outlines ?? { outlineOf: async () => null },
    denies: deniedPaths({ allow_paths: null, deny_paths: denyPaths }, allowed),
  } satisfies Scene;
};

type Replies = Parameters<typeof scriptedModel>[0];

export interface LoopOptions extends SceneOptions {
  readonly replies: Replies | ((turn: number) => ScriptedReply);
  readonly limits?: Partial<Limits>;
  readonly kind?: "author" | "reader";
  readonly readText?: (text: string) => Result<EndCall | string, string>;
  readonly readEnd?: (end: EndCall) => Result<EndCall | string, string>;
  readonly question?: Partial<ToolTask<EndCall | string>>;
  readonly redact?: (text: string) => string;
  readonly stop?: { aborted: boolean };
  readonly stepMs?: number;
  /** Replaces the scripted model, which keeps its requests. */
  readonly model?: Model;
}

/** Lets a scripted model work with its tools until it ends. */
export const conversation = async (options: LoopOptions) => {
  const scene = memoryScene(options);
  const { replies } = options;
  const model = scriptedModel(
    typeof replies === "function" ? Array.from({ length: 400 }, (_, index) => () => replies(index + 1)) : replies,
  );
  const events: EventBody[] = [];
  const turns: { readonly call: CallName; readonly results: JsonValue }[] = [];
  const ports: Ports = {
    model: options.model ?? model,
    ledger: {
      emit: async (event) => {
        events.push(event);
      },
      recordTurn: async (call, results) => {
        turns.push({ call, results });
      },
    },
    clock: steadyClock(options.stepMs ?? 1),
    stop: options.stop ?? { aborted: false },
    redact: options.redact ?? ((text) => text),
  };
  const outcome = await converse<EndCall | string>(
    {
      named: (turn) => orderCall("WO-01", 1, turn),
      firstTurn: 1,
      opening: [{ role: "user", content: "The order." }],
      answerSchema: null,
      toolset: toolset(options.kind ?? "author", DEFAULT_SETTINGS.tools),
      scene,
      limits: { ...LIMITS, ...options.limits },
      taken: NOTHING_TAKEN,
      readText:
        options.readText ?? ((text) => (text.startsWith("done") ? accepted(text) : rejected("it is no answer"))),
      readEnd: options.readEnd ?? accepted,
      ...options.question,
    },
    ports,
  );
  return { outcome, scene, requests: model.requests, events, turns };
};

/** The contents of all tool results in a request. */
export const resultsIn = (request: { readonly messages: readonly { role: string; content: string }[] } | undefined) =>
  (request?.messages ?? []).filter(({ role }) => role === "tool").map(({ content }) => content);
