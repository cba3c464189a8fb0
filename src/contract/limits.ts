// Numbers only, so that pages that need one do not load the schemas.

/** Minimum length of a new password, characters. */
export const passwordMinLength = 10;
/** Maximum length, characters. */
export const passwordMaxLength = 128;
/** Maximum length of names and occupations, characters. */
export const nameMaxLength = 200;
export const phoneMaxLength = 40;
/** Identifiers and numbers as they are sent; their own limits hold for the normal spelling. */
export const spelledMaxLength = 120;
/** Maximum length of a search text, characters. */
export const searchMaxLength = 200;
/** Maximum length of a text that a list is narrowed by, characters. */
export const filterMaxLength = 500;
/** Default number of rows per page. */
export const usualPageSize = 25;
/** Maximum number of ids per request, and of selected records in a list. */
export const idsMax = 500;

/** Maximum length of what is written down of a call, characters. */
export const callCommentMaxLength = 2000;
export const captionMaxLength = 300;
/** Largest piece of a file that is sent in pieces, bytes. */
export const uploadPieceBytes = 512 * 1024;
/** Files that one person may have on their way at once. */
export const openUploadsMax = 20;
export const noteMaxLength = 100_000;
/** Maximum length of the reason of a takeover, or of leaving a trip out of the score, characters. */
export const reasonMaxLength = 500;
export const tripNotesMaxLength = 1000;
/** Maximum length of the reason of a move, characters. */
export const moveReasonMaxLength = 2000;

/** Maximum length of who reported an accident, and where it was, characters. */
export const reporterMaxLength = 60;
export const cityMaxLength = 120;
export const streetMaxLength = 240;
/** Tolerated difference between the clocks of two machines, where something is in the past. */
export const clockToleranceMs = 5 * 60_000;
/** Maximum length of a text of the cabinet that is changed, characters. */
export const textMaxLength = 2000;
/** Maximum length of the name of a saved view, characters. */
export const viewNameMaxLength = 100;

/** Maximum size of a picture, bytes. */
export const imageMaxBytes = 15 * 1024 * 1024;
/** The same plus the overhead of the multipart form. */
export const imageBodyBytes = imageMaxBytes + 64 * 1024;
export const imagesPerAccident = 60;

/** Rows of a list that a browser writes as a file by itself; of more the server makes one. */
export const browserExportRows = 1000;
/** Dossiers that one person may have waiting or at work at once. */
export const openDossiersMax = 5;
/** Versions of one dossier whose files are kept; each may hold all pictures of the case. */
export const dossierFilesMax = 10;
/** Most rows of a file: what a sheet of a workbook holds below its header, and what anybody turns pages of. */
export const exportRowsMax = { csv: 100_000_000, xlsx: 1_048_575, pdf: 10_000 } as const;
/** Exports that one person may have waiting or at work at once. */
export const openExportsMax = 5;
/** Most records of one bulk change. */
export const bulkRecordsMax = 50_000;
/** Bulk changes that one person may have waiting or at work at once. */
export const openBulkChangesMax = 3;
/** Minutes after the look in which a bulk change may be begun. */
export const bulkCheckMinutes = 60;
/** Days that a bulk change and its result are kept. */
export const bulkKeptDays = 7;
/** Days that a file made by the server is kept. */
export const exportKeptDays = 7;
/** Views of lists that one person may have saved. */
export const savedViewsMax = 200;

/** Change of velocity below which an impact left the car's speed as it was, km/h, and has no direction. */
export const crashFromKmh = 3;
/** Share of an impact's change of velocity that is left afterwards; with less it was a swing, not a crash. */
export const leftShareFrom = 0.3;
/** Largest file to import, bytes, and what it may hold. */
export const importMaxBytes = 40 * 1024 * 1024;
export const importRowsMax = 50_000;
export const importColumnsMax = 200;
/** Days within which an import may be finished; its file goes after them. */
export const importOpenDays = 7;
/** Days within which a finished import is listed and may be undone. */
export const importKeptDays = 90;
/** Imports that a company may have begun and not finished. */
export const openImportsMax = 50;
/** "Was it there?": how far around the moment is looked, minutes to either side, and what counts as there, metres. */
export const sightingMinutes = { usual: 15, max: 120 } as const;
export const sightingRadiusM = { min: 30, usual: 100, max: 5000 } as const;
/** Which car it was, characters. */
export const sightingMaxLength = { plate: 20, voucher: 60 } as const;
/** Days of a period that statistics and a recomputing of scores are asked for, at most. */
export const longestPeriodDays = 1100;
