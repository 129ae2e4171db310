import type { FoundProgram, ImportedName, SyntaxFault, SyntaxReader, SyntaxReaders } from "@llmch/languages";

/** What rules ask about a program inside a command. */
export interface InlinePrograms {
  /** Why the language's parser refuses the program, or null if it accepts it. */
  syntaxFault(found: FoundProgram): SyntaxFault | null;
  /** What the program imports; nothing if it does not parse or has no code. */
  imports(found: FoundProgram): readonly string[];
  /** The names that the program imports from modules; none if unknown. */
  importedNames(found: FoundProgram): readonly ImportedName[];
  /** The part of the program of which nobody can tell that it ran; null if there is none. */
  unproved(found: FoundProgram): string | null;
}

/** Loads each language's reader with the first program in it, and judges each distinct program once. */
export const inlinePrograms = (readers: SyntaxReaders): InlinePrograms => {
  const loaded = new Map<string, SyntaxReader | null>();
  const readerOf = (syntax: string): SyntaxReader | null => {
    const known = loaded.get(syntax);
    if (known !== undefined) return known;
    const reader = Object.hasOwn(readers, syntax) ? (readers[syntax]?.() ?? null) : null;
    loaded.set(syntax, reader);
    return reader;
  };
  const faults = new Map<string, SyntaxFault | null>();
  const syntaxFault = ({ program, code, option }: FoundProgram): SyntaxFault | null => {
    if (code === null) return { message: `no program follows the ${option}`, place: null };
    const key = `${program.syntax}\0${code}`;
    const known = faults.get(key);
    if (known !== undefined) return known;
    const fault = readerOf(program.syntax)?.syntaxFault(code) ?? null;
    faults.set(key, fault);
    return fault;
  };
  const read = (found: FoundProgram): { readonly reader: SyntaxReader | null; readonly code: string } | null =>
    found.code === null || syntaxFault(found) !== null
      ? null
      : { reader: readerOf(found.program.syntax), code: found.code };
  return {
    syntaxFault,
    imports: (found) => {
      const known = read(found);
      return known?.reader?.imports(known.code) ?? [];
    },
    importedNames: (found) => {
      const known = read(found);
      return known?.reader?.importedNames?.(known.code) ?? [];
    },
    unproved: (found) => {
      const known = read(found);
      return known?.reader?.unproved?.(known.code) ?? null;
    },
  };
};
