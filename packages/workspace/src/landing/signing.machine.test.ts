import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { throwawayRepo } from "@llmch/testkit";
import { expect, test } from "vitest";
import { open, openUser } from "../worktree/worktree.fixture.ts";
import { type Landing, openLanding } from "./landing.ts";

/** Says that it has signed, for gpg's own protocol. */
const SIGNS = `echo "[GNUPG:] BEGIN_SIGNING" >&2; echo "[GNUPG:] SIG_CREATED D" >&2; cat >/dev/null; echo "-----BEGIN PGP SIGNATURE-----"`;

const opened = async (limit: { readonly signingMs?: number } = {}) => {
  const { user } = await openUser(throwawayRepo());
  const options = { branch: "work", baseline: user.git("rev-parse", "HEAD"), branchTip: null, excluded: [], ...limit };
  let landing: Landing | undefined;
  const program = (name: string, script: string): string => {
    const path = join(user.folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  return {
    user,
    program,
    /** Signing is on, by this program, in the user's own settings. */
    signsWith: (script: string) => {
      user.git("config", "--global", "commit.gpgsign", "true");
      user.git("config", "--global", "gpg.program", program("signer", script));
    },
    land: async () => {
      landing ??= openLanding(await open(user), { ...options, signal: new AbortController().signal });
      const landed = await landing.land({ base: landing.tip(), tree: user.git("rev-parse", "HEAD^{tree}") }, "One");
      if (landed.kind !== "landed") throw new Error(landed.reason);
      expect(user.git("rev-parse", "work")).toBe(landed.commit);
      return landed.warnings;
    },
    signature: () => /^gpgsig (.*)$/m.exec(user.git("cat-file", "commit", "work"))?.[1] ?? null,
  };
};

test("a commit is signed with the user's ssh key if git itself would sign it", async () => {
  const { user, land, signature } = await opened();
  const key = join(user.folder, "key");
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "test", "-f", key]);
  for (const [name, value] of [
    ["commit.gpgsign", "true"],
    ["gpg.format", "ssh"],
    ["user.signingkey", `${key}.pub`],
  ] as const)
    user.git("config", "--global", name, value);
  expect(await land()).toEqual([]);
  expect(signature()).toBe("-----BEGIN SSH SIGNATURE-----");
});

test("a repo cannot turn signing on", async () => {
  const { user, program, land, signature } = await opened();
  const touched = join(user.folder, "touched");
  user.git("config", "commit.gpgsign", "true");
  user.git("config", "gpg.program", program("theirs", `touch ${touched}`));
  await land();
  expect([signature(), existsSync(touched)]).toEqual([null, false]);
});

test("a repo chooses neither program nor format, but it may turn signing off", async () => {
  const { user, program, signsWith, land, signature } = await opened();
  const touched = join(user.folder, "touched");
  signsWith(SIGNS);
  user.git("config", "gpg.program", program("theirs", `touch ${touched}`));
  user.git("config", "gpg.format", "ssh");
  expect(await land()).toEqual([]);
  expect(signature()).toBe("-----BEGIN PGP SIGNATURE-----");
  user.git("config", "commit.gpgsign", "false");
  expect(await land()).toEqual([]);
  expect([signature(), existsSync(touched)]).toEqual([null, false]);
});

test("if the signer fails, commits are made without a signature, and that is said once", async () => {
  const { signsWith, land, signature } = await opened();
  signsWith("echo no key >&2; exit 2");
  const [warning, ...more] = await land();
  expect(warning).toMatch(/^git could not sign a commit \(.*\): it and the later ones of this run are not signed$/);
  expect(more).toEqual([]);
  expect(await land()).toEqual([]);
  expect(signature()).toBeNull();
});

test("a signer that hangs is ended at the limit", async () => {
  const { signsWith, land, signature } = await opened({ signingMs: 300 });
  signsWith("sleep 600");
  expect(await land()).toEqual([expect.stringContaining("git could not sign a commit")]);
  expect(signature()).toBeNull();
});
