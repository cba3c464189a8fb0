import address from '@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf?url';
import { createPdf } from '../schema/files/pdf.ts';
import type { Sheet } from '../schema/files/sheet.ts';

/** Typeface of PDF files: PT Sans (SIL Open Font License), loaded for the first PDF. */
const loadFont = async (): Promise<Uint8Array> => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The font could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};

export const write = async (sheet: Sheet): Promise<Uint8Array> => createPdf(sheet, await loadFont());
