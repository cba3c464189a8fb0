// Numbers alone, so that a page that says or checks one does not fetch the schemas for it.

/** Characters of a new password, at least. */
export const passwordMinLength = 10;
/** And at most. */
export const passwordMaxLength = 128;
/** Characters of a person's or a company's name, and of an occupation. */
export const nameMaxLength = 200;
export const phoneMaxLength = 40;
/** Characters that can be searched for. */
export const searchMaxLength = 200;
/** Rows on a page of a list where nobody chose another number. */
export const usualPageSize = 25;
/** Records a list can be asked for by their ids at once; as many can be chosen in a list. */
export const idsMax = 500;

export const noteMaxLength = 100_000;
/** Characters of the reason why a lock was taken over. */
export const takeOverReasonMaxLength = 500;
/** Characters of the reason why an accident was moved. */
export const moveReasonMaxLength = 2000;

/** Bytes of one picture, of an accident or of a person. */
export const imageMaxBytes = 15 * 1024 * 1024;
/** Bytes of a call that carries one: what a multipart form adds comes with it. */
export const imageBodyBytes = imageMaxBytes + 64 * 1024;
export const imagesPerAccident = 60;

/** Rows of a list that a browser writes as a file by itself; of more the server makes one. */
export const browserExportRows = 1000;
/** Most rows of a file: what a sheet of a workbook holds below its header, and what anybody turns pages of. */
export const exportRowsMax = { csv: 100_000_000, xlsx: 1_048_575, pdf: 10_000 } as const;
/** Exports that one person may have waiting or at work at once. */
export const openExportsMax = 5;
/** Days that a file made by the server is kept. */
export const exportKeptDays = 7;
