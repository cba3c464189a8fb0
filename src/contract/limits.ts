// This file contains only constants. A page that needs one constant then does not load the schemas of the contract.

/** Minimum length of a new password, characters. */
export const passwordMinLength = 10;
/** Maximum length of a password, characters. */
export const passwordMaxLength = 128;
/** Maximum length of a person's names and occupation, characters. */
export const nameMaxLength = 200;
export const phoneMaxLength = 40;
/**
 * Maximum length of identifiers and numbers as the user types them, characters. After normalisation, for example
 * without spaces, the value has its own limit.
 */
export const spelledMaxLength = 120;
/** Maximum length of a search text, characters. */
export const searchMaxLength = 200;
/** Maximum length of a filter's text, characters. */
export const filterMaxLength = 500;
/** Default number of rows per page. */
export const defaultPageSize = 25;
/** Maximum number of ids per request, and of selected records in a list. */
export const idsMax = 500;

/** Maximum length of a message in the team chat, characters. */
export const messageMaxLength = 4000;
/** Maximum length of the comment on a phone call, characters. */
export const callCommentMaxLength = 2000;
/** Time during which an operator can undo a decision about a case, seconds. */
export const decisionUndoS = 10;
export const captionMaxLength = 300;
/** Maximum size of one piece of an upload, bytes. */
export const uploadPieceBytes = 512 * 1024;
/** Hours after which an unfinished upload is removed. */
export const uploadRetentionHours = 24;
/** Maximum number of unfinished uploads per person. */
export const openUploadsMax = 20;
export const noteMaxLength = 100_000;
/** Maximum length of the reason for a takeover, or for the exclusion of a trip from the score, characters. */
export const reasonMaxLength = 500;
export const tripNotesMaxLength = 1000;
/** Maximum length of the reason for a move of the life cycle, characters. */
export const moveReasonMaxLength = 2000;

/** Maximum length of the reporter's name and the address of an accident, characters. */
export const reporterMaxLength = 60;
export const cityMaxLength = 120;
export const streetMaxLength = 240;
/** Tolerated difference between the clocks of two machines, ms. It applies to times that must be in the past. */
export const clockToleranceMs = 5 * 60_000;
/** Maximum length of a text of the web application that a superuser changed, characters. */
export const textMaxLength = 2000;
/** Maximum length of the name of a saved view, characters. */
export const viewNameMaxLength = 100;

/** Maximum size of a picture, bytes. */
export const imageMaxBytes = 15 * 1024 * 1024;
/** Maximum size of a picture plus 64 KiB for the multipart form around it, bytes. */
export const imageBodyBytes = imageMaxBytes + 64 * 1024;
export const imagesPerAccidentMax = 60;

/** Maximum number of rows that the browser itself writes to a file. The server writes larger files. */
export const browserExportMaxRows = 1000;
/** Maximum number of queued or running dossiers per person. */
export const openDossiersMax = 5;
/** Number of versions of a dossier whose files are kept. Each version may hold all pictures of the case. */
export const keptDossierVersionsMax = 10;
/**
 * Maximum number of rows of an exported file, by format. A worksheet holds 1,048,575 rows below its header. A PDF must
 * stay short enough to read.
 */
export const exportRowsMax = { csv: 100_000_000, xlsx: 1_048_575, pdf: 10_000 } as const;
/** Maximum number of queued or running exports per person. */
export const openExportsMax = 5;
/** Maximum number of records of one bulk change. */
export const bulkRecordsMax = 50_000;
/** Maximum number of queued or running bulk changes per person. */
export const openBulkChangesMax = 3;
/** Time for which the check of a bulk change stays valid, minutes. The bulk change must start within this time. */
export const bulkCheckValidMinutes = 60;
/** Days for which a bulk change and its result are kept. */
export const bulkRetentionDays = 7;
/** Days for which a file made by the server is kept. */
export const exportRetentionDays = 7;
/** Maximum size of a file that is attached to a letter, bytes. A larger file stays in the web application. */
export const attachmentMaxBytes = 10_000_000;
/** Maximum number of saved views per person. */
export const savedViewsMax = 200;

/**
 * Minimum change of velocity that counts as a change of the car's speed, km/h. An impact below this value has no
 * direction.
 */
export const crashFromKmh = 3;

/** Change of velocity from which an impact may be a contact, km/h: `crashFromKmh` less what the ends of an event may cut off. */
export const contactFromKmh = 2.2;
/** Shortest rest before an impact from which the zero of the sensor is read, ms. */
export const baselineFromMs = 50;
/**
 * Minimum share of an impact's change of velocity that must remain after the impact. A smaller share means that the car
 * only swung and was not hit.
 */
export const remainingShareFrom = 0.3;
/** Maximum size of an import file (bytes), and maximum numbers of its rows and columns. */
export const importMaxBytes = 40 * 1024 * 1024;
export const importRowsMax = 50_000;
export const importColumnsMax = 200;
/** Days in which the user must finish an import. Then the import's file is deleted. */
export const unfinishedImportDays = 7;
/** Days for which a finished import stays in the list and can be undone. */
export const importRetentionDays = 90;
/** Maximum number of unfinished imports per company. */
export const openImportsMax = 50;
/**
 * Limits of the page "Was it there?", which tells whether a car was near a location at a moment. The search covers some
 * minutes before and after that moment. The radius is the distance that counts as near, metres.
 */
export const sightingMinutes = { usual: 15, max: 120 } as const;
/** The maximum covers the largest city. */
export const sightingRadiusM = { min: 30, usual: 100, max: 30_000 } as const;
/** Maximum length of a plate and of a voucher number in a sighting query, characters. */
export const sightingMaxLength = { plate: 20, voucher: 60 } as const;
/** Maximum length of the period for statistics and for recomputing scores, days. */
export const maxPeriodDays = 1100;

/** Maximum length of a manager's note to a driver, characters. */
export const driverNoteMaxLength = 2000;

/** Days for which the link of a page for a client works. */
export const handoutDays = 14;

/** Maximum length of a text field without a maximum in its description, characters. */
export const defaultTextMaxLength = 500;
/** Maximum length of an e-mail address by RFC 5321, characters. */
export const emailMaxLength = 254;
