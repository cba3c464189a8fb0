/** Half a surrogate pair and NUL are no characters: PostgreSQL refuses them in text and in JSON. */
const unstorable = /[\0\p{Cs}]/u;

export const isStorable = (text: string): boolean => !unstorable.test(text);
