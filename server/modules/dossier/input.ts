import type { MessagePort } from 'node:worker_threads';
import Type from 'typebox';
import { Id } from '../../../src/contract/shapes/common.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Document } from './document.ts';

/** Input of a dossier: the accident, and the reader's language and time zone. */
export const DossierInput = Type.Object({
  AccidentId: Id,
  Number: Type.Integer(),
  Locale: Type.Enum(['ru', 'en']),
  TimeZone: Type.String(),
});
export type DossierInput = Static<typeof DossierInput>;

/** A picture of the archive: its file there, and the id of its row. */
export interface PictureFile {
  readonly id: number;
  readonly path: string;
}

/** A dossier for the thread that writes it. Small data is included. The thread reads samples and pictures itself. */
export interface DossierTask {
  readonly databaseUrl: string;
  readonly companyId: number;
  readonly accidentId: number;
  readonly crashMs: number;
  readonly document: Document;
  readonly pictures: readonly PictureFile[];
  /** Texts of the archive by file name. */
  readonly texts: readonly (readonly [path: string, text: string])[];
  readonly key: { readonly publicKey: string; readonly privateKey: string };
  /** Receives the file in parts. */
  readonly port: MessagePort;
}

/** A picture that the PDF only mentions, with the reason. Its file is in the archive. */
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
