import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ThrowawayRepo } from "./throwaway-repo.ts";

/** Each setting by which a repo's own configuration makes git run a program (reliability, G1). */
const settings = (script: string): readonly (readonly [string, string])[] => [
  ["core.fsmonitor", script],
  ["core.editor", script],
  ["core.pager", script],
  ["core.sshCommand", script],
  ["core.askPass", script],
  ["core.gitProxy", script],
  ["core.alternateRefsCommand", script],
  ["sequence.editor", script],
  ["credential.helper", `!${script}`],
  ["credential.https://example.com.helper", `!${script}`],
  ["commit.gpgSign", "true"],
  ["tag.gpgSign", "true"],
  ["push.gpgSign", "if-asked"],
  ["log.showSignature", "true"],
  ["merge.verifySignatures", "true"],
  ["gpg.program", script],
  ["diff.external", script],
  ["diff.evil.textconv", script],
  ["diff.evil.command", script],
  ["merge.evil.driver", script],
  ["filter.evil.clean", script],
  ["filter.evil.smudge", script],
  ["filter.evil.required", "true"],
  ["filter.a=b.process", script],
  ["filter.a=b.required", "true"],
  ["protocol.ext.allow", "always"],
  ["trailer.evil.command", script],
  ["uploadpack.packObjectsHook", script],
  ["submodule.recurse", "true"],
  ["gc.auto", "1"],
];

const HOOKS = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-checkout",
  "post-merge",
  "pre-push",
  "reference-transaction",
  "post-index-change",
  "pre-auto-gc",
  "update",
  "fsmonitor-watchman",
];

const configLine = ([name, value]: readonly [string, string]): string => {
  const [first, last] = [name.indexOf("."), name.lastIndexOf(".")];
  const section = first === last ? name.slice(0, first) : `${name.slice(0, first)} "${name.slice(first + 1, last)}"`;
  return `[${section}]\n\t${name.slice(last + 1)} = ${JSON.stringify(value)}\n`;
};

export interface Canary {
  /** What was run, one call a line; empty where nothing was. */
  song(): string;
  remove(): void;
}

/** Turns a repo's configuration, hooks and attributes against whoever runs git there. Each of them runs one script. */
export const makeHostile = (repo: ThrowawayRepo): Canary => {
  // Some settings are run without a shell: their path holds no space.
  const folder = mkdtempSync(join(tmpdir(), "llmch-canary-"));
  const song = join(folder, "song");
  const script = join(folder, "evil.sh");
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> ${song}\nexit 1\n`);
  chmodSync(script, 0o755);
  for (const name of ["hooks", "info"]) mkdirSync(join(repo.path, ".git", name), { recursive: true });
  for (const name of HOOKS) {
    const hook = join(repo.path, ".git/hooks", name);
    writeFileSync(hook, `#!/bin/sh\necho ${name} >> ${song}\nexit 1\n`);
    chmodSync(hook, 0o755);
  }
  writeFileSync(join(repo.path, ".git/info/attributes"), "* filter=evil diff=evil merge=evil\n*.md filter=a=b\n");
  appendFileSync(join(repo.path, ".git/config"), settings(script).map(configLine).join(""));
  return {
    song: () => (existsSync(song) ? readFileSync(song, "utf8") : ""),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
