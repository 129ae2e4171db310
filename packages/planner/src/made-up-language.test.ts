import {
  command,
  dependencyFolderNames,
  ecosystemHints,
  exemptVerification,
  type LanguageProfile,
  NO_CHOICES,
  PROFILES,
  profile,
  setupsOf,
  tellingFiles,
  verificationOf,
} from "@llmch/languages";
import { expect, test } from "vitest";
import { checkManifest } from "./check.ts";
import { order, plan } from "./plan.fixture.ts";

/** A made-up language. Its profile is all that llmch knows about it. */
const glyph: LanguageProfile = profile({
  name: "glyph",
  manifests: ["Glyph.toml"],
  telling: ["Glyph.toml"],
  recognise: (place) => (place.has("Glyph.toml") ? { by: "manifest", reason: "a Glyph scroll" } : null),
  verify: (place) => [command(place, "glyph", place.text("Glyph.toml") === "strict" ? "prove" : "test")],
  light: (place) => (place.has("Glyph.lock") ? [command(place, "glyph", "parse")] : []),
  lightOf: (place, path) => (path.endsWith(".gl") ? command(place, "glyph", "parse", path) : null),
  inline: [
    {
      syntax: "glyph",
      called: "Glyph",
      find: ([program, option, code]) =>
        program === "glyph" && option === "-g" ? { code: code ?? null, option: "-g" } : null,
      strayImport: (module, files) => !files.has(`${module}.gl`),
    },
  ],
  isTest: (path) => path.endsWith(".proof.gl"),
  dependencyFolders: ["runes"],
  ecosystem: () => "Glyph: scrolls with proofs beside them.",
  setup: ({ folder }) => ({ argv: ["glyph", "gather"], folder, isOutside: false }),
  hints: () => ({ glyph: "carve one" }),
});

const profiles = [...PROFILES, glyph];
const choices = { ...NO_CHOICES, profiles };
const tree = { files: ["Glyph.toml", "a.gl", "web/go.mod"], texts: { "Glyph.toml": "strict" }, present: [] };
const argvs = ({ commands }: ReturnType<typeof verificationOf>) => commands.map(({ argv }) => argv.join(" "));

test("an added language is verified, checked, set up and described", () => {
  expect(argvs(verificationOf(tree, choices))).toEqual(["glyph prove"]);
  expect(argvs(exemptVerification(tree, ["a.gl"], choices))).toEqual(["glyph parse a.gl"]);
  const locked = { ...tree, files: [...tree.files, "Glyph.lock"] };
  expect(argvs(exemptVerification(locked, ["a.gl"], choices))).toEqual(["glyph parse"]);
  expect(tellingFiles(tree.files, profiles)).toEqual(["Glyph.toml"]);
  expect(dependencyFolderNames(profiles)).toContain("runes");
  expect(setupsOf(tree, choices).map(({ argv }) => argv)).toEqual([["glyph", "gather"]]);
  expect(ecosystemHints(tree, choices)).toBe(
    "Glyph: scrolls with proofs beside them.\n" +
      "After every order the repository is verified by `glyph prove`. It needs no scripts/verify.sh: write none.",
  );
});

test("an added language's inline programs are judged", () => {
  const commands = ["glyph -g 'broken !!'", "glyph -g", "glyph -g 'a c'", "glyph run 'broken !!'"];
  const reader = {
    syntaxFault: (code: string) => (code.includes("!!") ? { message: "a rune too many", place: null } : null),
    imports: (code: string) => code.split(" "),
  };
  const { errors, warnings } = checkManifest(plan([order(1, { acceptance_commands: commands })]), {
    repoFiles: ["a.gl"],
    syntaxes: { glyph: () => reader },
    profiles,
  });
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'E006 command "glyph -g \'broken !!\'": Glyph cannot parse "broken !!": a rune too many',
    'E006 command "glyph -g": Glyph cannot parse "": no program follows the -g',
  ]);
  expect(warnings.filter(({ code }) => code === "W101").map(({ message }) => message)).toEqual([
    expect.stringContaining('imports "c"'),
  ]);
});

test("without the profile, the language is unknown", () => {
  expect(argvs(verificationOf(tree))).toEqual(["go test ./..."]);
  expect(dependencyFolderNames()).not.toContain("runes");
});
