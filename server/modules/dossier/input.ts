import type { MessagePort } from 'node:worker_threads';
import Type from 'typebox';
import { Id } from '../../../src/contract/shapes/common.ts';
import type { Static } from '../../../src/contract/static.ts';
import type { Document } from './document.ts';

export const DossierInput = Type.Object({
  AccidentId: Id,
  Number: Type.Integer(),
  Locale: Type.Enum(['ru', 'en']),
  TimeZone: Type.String(),
});
export type DossierInput = Static<typeof DossierInput>;

/** A picture in the archive: the id of its row, and the path of its file there. */
export interface PictureFile {
  readonly id: number;
  readonly path: string;
}

/**
 * Data for the worker thread that writes a dossier. The thread itself reads samples and pictures, because these are
 * large.
 */
export interface DossierTask {
  readonly databaseUrl: string;
  readonly companyId: number;
  readonly accidentId: number;
  readonly crashMs: number;
  readonly document: Document;
  readonly pictures: readonly PictureFile[];
  /** Text files of the archive: path and content. */
  readonly texts: readonly (readonly [path: string, text: string])[];
  readonly key: { readonly publicKey: string; readonly privateKey: string };
  /** Port to which the thread sends the PDF and the archive, in parts. */
  readonly port: MessagePort;
}

/** A picture that the PDF only mentions, with the reason. Its file is in the archive. */
export interface OmittedPicture {
  readonly imageId: number;
  readonly reason: string;
}

export interface WrittenDossier {
  readonly manifestSha256: string;
  readonly pdfBytes: number;
  readonly pdfParts: number;
  readonly zipBytes: number;
  readonly omittedPictures: readonly OmittedPicture[];
}
