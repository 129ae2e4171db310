import type { Place } from "../place.ts";
import { command, profile, type VerifyCommand } from "../profile.ts";

const TEST = /^test\/(?:.*\/)?(?:test_[^/]*|[^/]*_test)\.rb$/;
const SPEC = /^spec\/.*_spec\.rb$/;
/** Loads every file of tests, as Rake's own task does. */
const TEST_ALL = `Dir["test/**/{test_*,*_test}.rb"].sort.each { |file| require File.expand_path(file) }`;

/** With Bundler, a program sees the gems of the Gemfile. */
const run = (place: Place, ...argv: readonly string[]): VerifyCommand =>
  place.has("Gemfile") ? command(place, "bundle", "exec", ...argv) : command(place, ...argv);

/** True if the Rakefile says how to run a task, or loads those of Rails, which has one named `test`. */
const hasTask = (place: Place, name: "test" | "spec"): boolean => {
  const text = place.text("Rakefile") ?? "";
  const isDefined = new RegExp(`^[ \\t]*(?:multi)?task[ \\t(]+(?::${name}\\b|["']${name}["']|${name}:)`, "m").test(
    text,
  );
  return (
    isDefined || (name === "test" && /\bTestTask\.new\b(?![ \t]*[( ][ \t]*[:"'](?!test\b))|\bload_tasks\b/.test(text))
  );
};

const isRspec = (place: Place): boolean =>
  place.files.some((path) => SPEC.test(path)) &&
  (place.has(".rspec") || /rspec/i.test(`${place.text("Gemfile") ?? ""}\n${place.text("Rakefile") ?? ""}`));

const testCommands = (place: Place): readonly VerifyCommand[] => {
  const specs = isRspec(place) ? [run(place, "rspec")] : hasTask(place, "spec") ? [run(place, "rake", "spec")] : [];
  if (!place.files.some((path) => TEST.test(path))) return specs;
  const tests = hasTask(place, "test")
    ? run(place, "rake", "test")
    : run(place, "ruby", "-Ilib", "-Itest", "-e", TEST_ALL);
  return [...specs, tests];
};

export const ruby = profile({
  name: "ruby",
  manifests: ["Gemfile", "Rakefile"],
  telling: ["Gemfile", "Rakefile"],
  recognise: (place) => {
    const isOne =
      place.has("Gemfile") || place.has("Rakefile") || place.files.some((path) => /^[^/]+\.gemspec$/.test(path));
    return isOne ? { by: "manifest", reason: "a Ruby project" } : null;
  },
  verify: testCommands,
  lightOf: (place, path) => (path.endsWith(".rb") ? command(place, "ruby", "-c", path) : null),
  isTest: (path) => /_(?:test|spec)\.rb$|(?:^|\/)tests?\/(?:.*\/)?test_(?!helper)[^/]*\.rb$/.test(path),
  outputFolders: ["coverage"],
  ecosystem: (place) => {
    const gems = place.has("Gemfile")
      ? "Ruby, with gems kept by Bundler; no gem can be installed while orders are carried out."
      : "Ruby.";
    const one = isRspec(place) ? run(place, "rspec", "FILE") : run(place, "ruby", "-Ilib", "-Itest", "FILE");
    return `${gems} A check of one order is one file of tests: \`${one.argv.join(" ")}\`.`;
  },
  setup: (place) =>
    place.has("Gemfile") ? { argv: ["bundle", "install"], folder: place.folder, isOutside: true } : null,
  hints: () => ({
    ruby: "install Ruby: https://www.ruby-lang.org/en/documentation/installation or `apt install ruby`",
    bundle: "install Bundler: `gem install bundler`",
    rake: "install it: `gem install rake`",
    rspec: "install it: `gem install rspec`",
  }),
});
