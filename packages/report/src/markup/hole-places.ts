/** The place of a hole in a template: between tags, in a quoted value, or inside a tag beside its attributes. */
export type HolePlace = "content" | "value" | "tag";

const known = new WeakMap<TemplateStringsArray, readonly HolePlace[]>();

/** The places of a template's holes. Throws if a hole would not be safe there, which is a bug in the template. */
export const holePlaces = (template: TemplateStringsArray): readonly HolePlace[] => {
  const found = known.get(template) ?? placesIn(template);
  known.set(template, found);
  return found;
};

const placesIn = (template: TemplateStringsArray): readonly HolePlace[] => {
  let place: HolePlace = "content";
  return template.slice(0, -1).map((text) => {
    for (const character of text) place = next(place, character);
    if (place === "tag" && text.endsWith("=")) throw new Error("an attribute's value must be quoted");
    if (place === "value" && !SAFE_VALUE.test(text)) throw new Error("a text must not stand in this attribute");
    return place;
  });
};

/** Attributes that run nothing and load nothing. A link leads to a place on the page. A value has at most one hole. */
const SAFE_VALUE =
  /(?:\s(?:class|id|title|lang|for|datetime|aria-[a-z]+|data-[a-z]+|x|x1|x2|y|width|height)="|\shref="#)[^"]*$/;

const next = (place: HolePlace, character: string): HolePlace => {
  if (place === "value") return character === '"' ? "tag" : "value";
  if (place === "tag") return character === '"' ? "value" : character === ">" ? "content" : "tag";
  return character === "<" ? "tag" : "content";
};
