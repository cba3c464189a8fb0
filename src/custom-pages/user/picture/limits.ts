/** The contract's limit, repeated here so that the page does not fetch the schema library for one number. */
export const portraitMaxBytes = 15 * 1024 * 1024;
