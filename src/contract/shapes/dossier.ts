import Type from 'typebox';
import { jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

export const dossierFiles = ['pdf', 'zip'] as const;
export type DossierFile = (typeof dossierFiles)[number];

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A version of an accident's dossier. Sizes and hashes of its files are null until the job has made the files. */
export const Dossier = Type.Object({
  Number: Type.Integer({ minimum: 1 }),
  /** Id of the background job that makes the dossier. */
  JobId: Id,
  State: Type.Enum([...jobStates]),
  /**
   * Finished steps of the job (`Done`) of all its steps (`Total`): the PDF, the other files, and two steps for each
   * picture.
   */
  Done: Type.Integer(),
  Total: nullable(Type.Integer()),
  Error: nullable(Type.String()),
  Locale: Type.Enum(['ru', 'en']),
  AuthorName: Type.String(),
  CreatedAt: Moment,
  MadeAt: nullable(Moment),
  /** SHA-256 of the case when the dossier was ordered. */
  StateSha256: Sha256,
  /** True if the case has not changed since the dossier was ordered. */
  Current: Type.Boolean(),
  ManifestSha256: nullable(Sha256),
  PdfBytes: nullable(Type.Integer()),
  ZipBytes: nullable(Type.Integer()),
  /** True if the dossier's files can be downloaded. The server keeps them until `ExpiresAt`. */
  HasFile: Type.Boolean(),
  ExpiresAt: nullable(Moment),
});
export type Dossier = Static<typeof Dossier>;

export const Dossiers = Type.Object({
  /** Versions of the accident's dossier, newest first. */
  Items: Type.Array(Dossier),
  /** SHA-256 of the public key (DER) that signs the dossiers of this installation. Null: nothing was signed yet. */
  KeySha256: nullable(Sha256),
});
export type Dossiers = Static<typeof Dossiers>;
