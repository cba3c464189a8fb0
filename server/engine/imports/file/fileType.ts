/** Whether a file begins with these bytes. The first bytes show the type of a file, whatever its name says. */
const beginsWith = (bytes: Uint8Array, ...start: number[]): boolean => start.every((byte, at) => bytes[at] === byte);
/** Whether the file is a ZIP archive, as workbooks of Excel since 2007 and of LibreOffice are. */
export const isArchive = (bytes: Uint8Array): boolean =>
  beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04) || beginsWith(bytes, 0x50, 0x4b, 0x05, 0x06);
/** Whether the file is a workbook of Excel before 2007, or a newer one with a password. */
export const isOldWorkbook = (bytes: Uint8Array): boolean => beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0);
export const isPdf = (bytes: Uint8Array): boolean => beginsWith(bytes, 0x25, 0x50, 0x44, 0x46);
