import { pdfOf } from '../kinds/pdf.ts';
import type { Sheet } from '../kinds/sheet.ts';
import { loadFont } from './font.ts';

export const write = async (sheet: Sheet): Promise<Uint8Array> => pdfOf(sheet, await loadFont());
