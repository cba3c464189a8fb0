import { pdfOf } from '../schema/files/pdf.ts';
import type { Sheet } from '../schema/files/sheet.ts';
import { loadFont } from './font.ts';

export const write = async (sheet: Sheet): Promise<Uint8Array> => pdfOf(sheet, await loadFont());
