import type { VerifyChoices } from "@llmch/languages";

/** If the orders write a package.json or Makefile, its content is not yet known: it may define a test, or none. */
export const possibleText = ({ profiles }: VerifyChoices): ((path: string) => string | null) => {
  const texts: Readonly<Record<string, string>> = Object.assign({}, ...profiles.map((each) => each.possibleTexts));
  return (path) => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return Object.hasOwn(texts, name) && path.split("/").length <= 3 ? (texts[name] ?? "") : null;
  };
};
