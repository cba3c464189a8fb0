export { fingerprintOf, readPublicKey } from './key.ts';
export { type DossierFault, verifyDossier } from './verifying.ts';
