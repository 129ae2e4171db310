/** Environment variables, as a caller gives them. */
export type Environment = Readonly<Record<string, string | undefined>>;
