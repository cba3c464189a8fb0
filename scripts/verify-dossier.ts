import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/config.ts';
import { connect } from '../server/db/connect.ts';
import { openDatabase } from '../server/db/open.ts';
import { type DossierFault, fingerprintOf, readPublicKey, verifyDossier } from '../server/modules/dossier/service.ts';
import { readEnvironment } from '../server/process/environment.ts';

const usageText = 'Usage: npm run verify-dossier -- <file.zip> [--key <fingerprint>]';

/** Resolves to the fingerprint of the public key with which this installation signs its dossiers. */
const ownKey = async (): Promise<string> => {
  const database = await openDatabase(readConfig(readEnvironment()));
  const connection = connect(database.url, () => {});
  try {
    const publicKey = await readPublicKey(connection.db);
    if (publicKey === undefined)
      throw new Error('This installation has made no dossier. Name the key that you trust: --key <fingerprint>');
    return fingerprintOf(publicKey);
  } finally {
    await connection.close();
    await database.stop();
  }
};

/**
 * Removes control characters, because a stranger wrote the names in the archive, and the names must not control the
 * terminal.
 */
const plain = (text: string | undefined): string => (text ?? '').replace(/[\p{C}]/gu, '?').slice(0, 200);

const sentences: { readonly [Kind in DossierFault['kind']]: (fault: DossierFault) => string } = {
  unreadable: ({ detail }) => `The archive cannot be read: ${detail}`,
  changed: ({ file }) => `${file} was changed.`,
  missing: ({ file }) => `${file} is missing.`,
  unlisted: ({ file }) => `${file} was added: the manifest does not name it.`,
  signature: ({ file }) => `${file} was made anew: its signature is not of this manifest.`,
  key: ({ file }) =>
    `${file} is not the key that is trusted: the manifest may have been made anew and signed by somebody else.`,
  archive: () => 'The archive itself was changed: bytes outside its files are not as they were written.',
};

/**
 * `npm run verify-dossier -- <file>`: verifies the archive of a dossier. Exit code 0 if no byte was changed, 1
 * otherwise.
 */
const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(usageText);
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const key = values.key?.toLowerCase().replaceAll(':', '');
  if (key !== undefined && !/^[0-9a-f]{64}$/.test(key))
    throw new Error('A fingerprint has 64 hexadecimal digits: the SHA-256 of the public key.');
  const { faults, files, keySha256 } = await verifyDossier(file, [key ?? (await ownKey())]);
  if (faults.length === 0) {
    console.log(`${file}: ${files} files, all as they were made. Signed with ${keySha256}.`);
    return 0;
  }
  for (const fault of faults)
    console.error(sentences[fault.kind]({ ...fault, file: plain(fault.file), detail: plain(fault.detail) }));
  if (keySha256) console.error(`It is signed with ${keySha256}.`);
  return 1;
};

main().then(
  code => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  },
);
