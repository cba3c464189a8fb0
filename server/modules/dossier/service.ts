export { fingerprintOf, readPublicKey } from './key.ts';
export { type DossierFault, verifyDossier } from './verification.ts';
