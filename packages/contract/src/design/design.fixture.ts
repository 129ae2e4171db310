import type { Design } from "./design.ts";

/** A design without empty lists. */
export const designOf = (changes: Partial<Design> = {}): Design => ({
  modules: [{ name: "text", paths: ["src/text"], purpose: "Makes names of titles." }],
  interfaces: [
    { name: "slug", path: "src/text/slug.js", signature: "slug(title: string): string", about: "Never throws." },
    { name: "Failure", path: null, signature: "class Failure extends Error", about: "" },
  ],
  names: [{ name: "title", meaning: "What a user typed." }],
  decisions: [
    { decision: "Names are in lower case.", why: "Links ignore case.", paths: ["src/text", "src/cli.js"] },
    { decision: "No dependency is added.", why: "", paths: [] },
  ],
  ...changes,
});
