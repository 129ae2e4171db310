import { command, profile } from "../profile.ts";

export const mix = profile({
  name: "mix",
  manifests: ["mix.exs"],
  recognise: (place) => (place.has("mix.exs") ? { by: "manifest", reason: "a Mix project" } : null),
  verify: (place) => [command(place, "mix", "test")],
  isTest: (path) => path.endsWith("_test.exs"),
  outputFolders: ["_build"],
  ecosystem: () => "Elixir, built by Mix; tests in test/, run by `mix test`.",
  setup: ({ folder }) => ({
    argv: ["mix", "deps.get"],
    folder,
    isOutside: true,
  }),
  hints: () => ({ mix: "install Elixir: https://elixir-lang.org/install.html" }),
});
