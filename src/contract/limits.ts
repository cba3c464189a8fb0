// Numbers only, so that pages that need one do not load the schemas.

/** Minimum length of a new password, characters. */
export const passwordMinLength = 10;
/** Maximum length, characters. */
export const passwordMaxLength = 128;
/** Maximum length of names and occupations, characters. */
export const nameMaxLength = 200;
export const phoneMaxLength = 40;
/** Maximum length of a search text, characters. */
export const searchMaxLength = 200;
/** Default number of rows per page. */
export const usualPageSize = 25;
/** Maximum number of ids per request, and of selected records in a list. */
export const idsMax = 500;

export const noteMaxLength = 100_000;
/** Maximum length of the reason of a takeover, characters. */
export const takeOverReasonMaxLength = 500;
/** Maximum length of the reason of a move, characters. */
export const moveReasonMaxLength = 2000;

/** Maximum size of a picture, bytes. */
export const imageMaxBytes = 15 * 1024 * 1024;
/** The same plus the overhead of the multipart form. */
export const imageBodyBytes = imageMaxBytes + 64 * 1024;
export const imagesPerAccident = 60;
