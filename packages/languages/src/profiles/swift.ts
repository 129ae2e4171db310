import { command, profile } from "../profile.ts";

export const swift = profile({
  name: "swift",
  manifests: ["Package.swift"],
  recognise: (place) => (place.has("Package.swift") ? { by: "manifest", reason: "a Swift package" } : null),
  verify: (place) => [command(place, "swift", "test")],
  isTest: (path) => /(?:Test|Tests)\.swift$/.test(path),
  outputFolders: [".build"],
  ecosystem: () => "Swift, built by its package manager; tests in Tests/, run by `swift test`.",
  hints: () => ({ swift: "install Swift: https://www.swift.org/install" }),
});
