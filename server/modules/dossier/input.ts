import type { MessagePort } from 'node:worker_threads';
import Type from 'typebox';
import { Id } from '../../../src/contract/shapes/common.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Document } from './document.ts';

/** What a dossier is made of: of whose accident, and for which reader. */
export const DossierInput = Type.Object({
  AccidentId: Id,
  Number: Type.Integer(),
  Locale: Type.Enum(['ru', 'en']),
  TimeZone: Type.String(),
});
export type DossierInput = Static<typeof DossierInput>;

/** A picture of the archive: its file there, and its row. */
export interface PictureFile {
  readonly id: number;
  readonly path: string;
}

/** A dossier as the thread that writes it is given it: what is small is here, samples and pictures it reads itself. */
export interface DossierTask {
  readonly databaseUrl: string;
  readonly companyId: number;
  readonly accidentId: number;
  readonly crashMs: number;
  readonly document: Document;
  readonly pictures: readonly PictureFile[];
  /** Texts of the archive by their file. */
  readonly texts: readonly (readonly [path: string, text: string])[];
  readonly key: { readonly publicKey: string; readonly privateKey: string };
  /** Takes the file a part at a time. */
  readonly port: MessagePort;
}

/** A picture that the PDF has in words alone, and why; its file is in the archive. */
export interface LeftOut {
  readonly imageId: number;
  readonly reason: string;
}

export interface WrittenDossier {
  readonly manifestSha256: string;
  readonly pdfBytes: number;
  readonly pdfParts: number;
  readonly zipBytes: number;
  readonly leftOut: readonly LeftOut[];
}
