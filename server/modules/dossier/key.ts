import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { Db } from '../../db/connect.ts';

export interface DossierKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** SHA-256 of a public key in DER: the fingerprint that people compare. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

export const readPublicKey = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('dossier_key').select('public_key').executeTakeFirst())?.public_key;

/** Returns the installation's key and creates it on first use. Of two simultaneous creations the first one counts. */
export const ensureKey = async (db: Db, at: Date): Promise<DossierKey> => {
  const readKey = () =>
    db.selectFrom('dossier_key').select(['public_key as publicKey', 'private_key as privateKey']).executeTakeFirst();
  const storedKey = await readKey();
  if (storedKey) return storedKey;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await db
    .insertInto('dossier_key')
    .values({ id: 1, public_key: publicKey, private_key: privateKey, made_at: at })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  return (await readKey()) ?? { publicKey, privateKey };
};
