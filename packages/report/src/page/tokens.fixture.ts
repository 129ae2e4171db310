/** A tag in a page. */
export interface PageTag {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

const TAG = /<(?:!doctype html|\/?([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z:-][a-zA-Z0-9:-]*(?:="[^"<>]*")?)*)\s*\/?)>/g;

/** The tags of a page, without its style and script. Throws if a `<` does not begin a tag: then something broke the page's markup. */
export const tagsOf = (page: string): readonly PageTag[] => {
  const markup = page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, "");
  const tags = [...markup.matchAll(TAG)];
  const opened = markup.split("<").length - 1;
  if (opened !== tags.length) throw new Error(`${opened - tags.length} of ${opened} signs begin no tag of ours`);
  return tags.map(([, name = "!doctype", attributes = ""]) => ({
    name,
    attributes: [...attributes.matchAll(/([a-zA-Z:-][a-zA-Z0-9:-]*)(?:="([^"]*)")?/g)].map(
      ([, attribute = "", value = ""]) => [attribute, value] as const,
    ),
  }));
};
