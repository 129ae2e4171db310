import { setImmediate } from "node:timers/promises";
import { decodeUtf8 } from "@llmch/files";
import { resolveProgram } from "@llmch/process";
import { createGit, type Git } from "./git.ts";
import { neutralSettings } from "./neutral-settings.ts";

/** Nothing is fetched for it, where the repo has only a part of its objects. */
const OFFLINE = { GIT_NO_LAZY_FETCH: "1", GIT_ALLOW_PROTOCOL: "none" };
/** Texts that git is asked for together: two such pieces are in memory at once. */
const PIECE_BYTES = 8_000_000;
/** The first piece is there soon, so that there is something to do while the next one comes. */
const FIRST_BYTES = 1_000_000;

export interface BlobBounds {
  /** Larger ones are not read. */
  readonly maxBytes: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Hands over the texts of files by their blobs' ids, a bounded piece at a time; null for what is larger, is no UTF-8 text, or
 * cannot be had, as in a repo that has only a part of its objects.
 */
export const readBlobTexts = async <File extends { readonly blob: string }>(
  directory: string,
  files: readonly File[],
  { maxBytes, env }: BlobBounds,
  use: (file: File, text: string | null) => void,
): Promise<void> => {
  const program = resolveProgram("git", { path: env.PATH ?? "", cwd: directory });
  if (files.length === 0) return;
  if (program === null) throw new Error("git is not on the PATH any more");
  const git = createGit({ program, directory, env, settings: () => neutralSettings([]) });
  const sizes = await blobSizes(git, files);
  const pieces: File[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const [index, file] of files.entries()) {
    const size = sizes[index] ?? null;
    if (size === null || size > maxBytes) {
      use(file, null);
      continue;
    }
    if (bytes + size > (pieces.length === 1 ? FIRST_BYTES : PIECE_BYTES)) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(file);
    bytes += size;
  }
  // The next piece comes while this one is used.
  let coming = pieces[0] === undefined ? null : batch(git, "--batch", pieces[0]);
  for (const [index, piece] of pieces.entries()) {
    const stdout = await coming;
    const next = pieces[index + 1];
    coming = next === undefined ? null : batch(git, "--batch", next);
    if (stdout !== null) await readPiece(stdout, piece, use);
  }
};

const batch = async (git: Git, form: string, files: readonly { readonly blob: string }[]): Promise<Buffer> => {
  const input = files.map(({ blob }) => `${blob}\n`).join("");
  return (await git.run(["--no-replace-objects", "cat-file", "--buffer", form], { input, environment: OFFLINE }))
    .stdout;
};

/** In the order of the files; null for what is no blob or is missing. */
const blobSizes = async (
  git: Git,
  files: readonly { readonly blob: string }[],
): Promise<readonly (number | null)[]> => {
  const answers = (await batch(git, "--batch-check=%(objecttype) %(objectsize)", files)).toString().split("\n");
  return files.map((_, index) => {
    const size = /^blob (\d+)$/.exec(answers[index] ?? "")?.[1];
    return size === undefined ? null : Number(size);
  });
};

/** As many texts are used before what git has for us is taken: a pipe holds little, and git waits where it is full. */
const AT_ONCE = 16;

/** Each answer is `<id> <type> <size>`, a newline, the bytes, a newline; or one line that says what is wrong. */
const readPiece = async <File>(
  stdout: Buffer,
  files: readonly File[],
  use: (file: File, text: string | null) => void,
): Promise<void> => {
  let start = 0;
  for (const [index, file] of files.entries()) {
    if (index % AT_ONCE === AT_ONCE - 1) await setImmediate();
    const line = stdout.indexOf(NEWLINE, start);
    const size = /^[0-9a-f]{40,64} blob (\d+)$/.exec(stdout.toString("latin1", start, Math.max(start, line)))?.[1];
    start = line === -1 ? stdout.length : line + 1;
    const end = start + Number(size ?? -1);
    const bytes = size === undefined || end > stdout.length ? null : stdout.subarray(start, end);
    if (size !== undefined) start = end + 1;
    use(file, bytes === null || bytes.includes(0) ? null : decodeUtf8(bytes));
  }
};

const NEWLINE = 10;
