/** Half a surrogate pair and NUL are no characters: PostgreSQL refuses them in text and in JSON. As JSON Schema has it. */
export const storablePattern = '^[^\\0\\p{Cs}]*$';

const storable = new RegExp(storablePattern, 'u');

export const isStorable = (text: string): boolean => storable.test(text);
