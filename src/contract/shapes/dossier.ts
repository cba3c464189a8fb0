import Type from 'typebox';
import { jobStates } from '../states.ts';
import type { Static } from '../static.ts';
import { Id, Moment, nullable } from './common.ts';

export const dossierFiles = ['pdf', 'zip'] as const;
export type DossierFile = (typeof dossierFiles)[number];

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** A version of an accident's dossier. Its figures are null until it is made. */
export const Dossier = Type.Object({
  Number: Type.Integer({ minimum: 1 }),
  /** The job that makes it. */
  JobId: Id,
  State: Type.Enum([...jobStates]),
  /** Steps of the work: documents, then each picture. */
  Done: Type.Integer(),
  Total: nullable(Type.Integer()),
  Error: nullable(Type.String()),
  Locale: Type.Enum(['ru', 'en']),
  AuthorName: Type.String(),
  CreatedAt: Moment,
  MadeAt: nullable(Moment),
  /** SHA-256 of the case as it was. */
  StateSha256: Sha256,
  /** The case is as it was then. */
  Current: Type.Boolean(),
  ManifestSha256: nullable(Sha256),
  PdfBytes: nullable(Type.Integer()),
  ZipBytes: nullable(Type.Integer()),
  /** Its files can be fetched, until `ExpiresAt`. */
  HasFile: Type.Boolean(),
  ExpiresAt: nullable(Moment),
});
export type Dossier = Static<typeof Dossier>;

export const Dossiers = Type.Object({
  /** Newest first. */
  Items: Type.Array(Dossier),
  /** SHA-256 of the public key (DER) that the installation signs with; null: nothing was signed yet. */
  KeySha256: nullable(Sha256),
});
export type Dossiers = Static<typeof Dossiers>;
