import type { ProjectFolder } from "../place.ts";
import { command, profile } from "../profile.ts";

/** True if cargo finds a target. A manifest without one is not a project yet. */
const hasTarget = (place: ProjectFolder): boolean =>
  place.files.some((path) => /(?:^|\/)src\/(?:lib|main|bin\/.+)\.rs$/.test(path)) ||
  /^\[(?:\[bin\]|lib)\]/m.test(place.text("Cargo.toml") ?? "");

export const rust = profile({
  name: "rust",
  manifests: ["Cargo.toml"],
  telling: ["Cargo.toml"],
  recognise: (place) => (place.has("Cargo.toml") ? { by: "manifest", reason: "a Cargo project" } : null),
  verify: (place) => [command(place, "cargo", "test")],
  asWritten: (root) => {
    const manifest = root.text("Cargo.toml") ?? "";
    const [excluded = ""] = /^exclude\s*=\s*\[[^\]]*\]/m.exec(manifest) ?? [];
    const reaches = (folder: string) => !excluded.includes(`"${folder}"`);
    return /^\[workspace\b/m.test(manifest)
      ? {
          instead: "cargo test",
          command: "cargo test --workspace",
          does: "tests every member of the workspace",
          reaches,
        }
      : null;
  },
  // A package at the root is tested alone, whatever else is in its workspace.
  reachesBelow: (place) => !/^\[package\]/m.test(place.text("Cargo.toml") ?? ""),
  light: (place) => (hasTarget(place) ? [command(place, "cargo", "check")] : []),
  isTest: (path) => /(?:^|\/)tests\/.*\.rs$|_test\.rs$/.test(path) && !/(?:^|\/)tests\/common\//.test(path),
  outputFolders: ["target"],
  ecosystem: () =>
    "Rust with Cargo: unit tests in `#[cfg(test)]` modules, others in tests/, all run by `cargo test`. Crates that are not in Cargo.lock cannot be fetched. A check of one order is a target among its files, which fails while it is missing: `cargo run --quiet --example NAME`, or `cargo test --quiet --test NAME` for tests/NAME.rs. `cargo test NAME` passes where no test has that name.",
  setup: ({ folder }) => ({
    argv: ["cargo", "fetch"],
    folder,
    isOutside: true,
  }),
  hints: () => ({ cargo: "install Rust: https://rustup.rs or `apt install cargo`" }),
});
