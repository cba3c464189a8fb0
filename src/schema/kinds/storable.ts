/**
 * Half a surrogate pair and NUL are no characters, and PostgreSQL refuses them in text and in JSON. The syntax is that
 * of JSON Schema.
 */
export const storablePattern = '^[^\\0\\p{Cs}]*$';

const storable = new RegExp(storablePattern, 'u');

export const isStorable = (text: string): boolean => storable.test(text);
