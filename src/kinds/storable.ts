/** Lone surrogates and NUL, which PostgreSQL refuses in text and JSON. */
const unstorable = /[\0\p{Cs}]/u;

export const isStorable = (text: string): boolean => !unstorable.test(text);
