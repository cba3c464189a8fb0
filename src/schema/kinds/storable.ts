/**
 * Pattern of texts that PostgreSQL can store, in the syntax of JSON Schema. PostgreSQL refuses NUL and half a surrogate
 * pair in text and in JSON.
 */
export const storablePattern = '^[^\\0\\p{Cs}]*$';

const storableRegExp = new RegExp(storablePattern, 'u');

export const isStorable = (text: string): boolean => storableRegExp.test(text);
