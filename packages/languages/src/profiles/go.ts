import { command, profile } from "../profile.ts";

export const go = profile({
  name: "go",
  manifests: ["go.mod"],
  recognise: (place) => (place.has("go.mod") ? { by: "manifest", reason: "a Go module" } : null),
  verify: (place) => [command(place, "go", "test", "./...")],
  // The three dots stop at a module below.
  reachesBelow: () => false,
  // Compiles the code without leaving files behind. Fails without a source file.
  light: (place) => (place.files.some((path) => path.endsWith(".go")) ? [command(place, "go", "vet", "./...")] : []),
  isTest: (path) => path.endsWith("_test.go"),
  // Some repos ignore this folder, and `go mod vendor` creates it.
  dependencyFolders: ["vendor"],
  outputFolders: ["bin"],
  ecosystem: () =>
    "Go modules: `_test.go` files beside what they test, run by `go test ./...`. Modules that are not in go.sum cannot be fetched. A check of one order is a small program or a new package with tests among its files, which fails while it is missing: `go run ./examples/check`, `go test ./newpkg`. `go test ./pkg -run TestName` passes where no test has that name.",
  // A module without go.sum depends on no other.
  setup: ({ folder, has }) => (has("go.sum") ? { argv: ["go", "mod", "download"], folder, isOutside: true } : null),
  hints: () => ({ go: "install Go: https://go.dev/doc/install or `apt install golang`" }),
});
