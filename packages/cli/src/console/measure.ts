/** Measures texts in terminal columns, and cuts them to a width. */
export interface Measure {
  width(text: string): number;
  /** With an ellipsis at the end. */
  cut(text: string, width: number): string;
}

/**
 * Renders something whose texts are measured. Plain ASCII is as wide as it is long. The libraries that know every script take longer to
 * load than the rest of a command, so they are loaded only if a text needs them.
 * @param render may be called twice
 */
export const withMeasure = async <Rendered>(
  render: (measure: Measure) => Rendered | Promise<Rendered>,
): Promise<Rendered> => {
  let isPlain = true;
  const width = (text: string): number => {
    if (!PLAIN.test(text)) isPlain = false;
    return text.length;
  };
  const cut = (text: string, limit: number) =>
    width(text) > limit ? `${text.slice(0, Math.max(0, limit - 1))}…` : text;
  const rendered = await render({ width, cut });
  if (isPlain) return rendered;
  const [{ default: stringWidth }, { default: cliTruncate }] = await Promise.all([
    import("string-width"),
    import("cli-truncate"),
  ]);
  // Most of a page is plain.
  const measured = (text: string) => (PLAIN.test(text) ? text.length : stringWidth(text));
  // It takes a column too many where a wide character does not fit.
  const fitting = (text: string, limit: number): string => {
    const part = cliTruncate(text, limit);
    return measured(part) > limit ? cliTruncate(text, limit - 1) : part;
  };
  return render({ width: measured, cut: fitting });
};

const PLAIN = /^[\u0020-\u007e…·]*$/;
