/** Linux starts no program with a longer argument, so longer inline programs are not parsed either. */
export const MAX_ARGUMENT_LENGTH = 131_071;
