import type { Design } from "./design.ts";

/** A design in which every list says something. */
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
