export type { Document, Line } from './document.ts';
export { fingerprintOf, readPublicKey } from './key.ts';
export type { writeDocument } from './thread.ts';
export { type DossierFault, verifyDossier } from './verification.ts';
