import { createHash, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { keyFile, manifestFile, signatureFile, writeArchive } from './archive.ts';
import { fingerprintOf } from './key.ts';

/** A fault of an archive. `file`: the file that it concerns. */
export interface DossierFault {
  readonly what: 'unreadable' | 'changed' | 'missing' | 'unlisted' | 'signature' | 'key' | 'archive';
  readonly file?: string;
  readonly detail?: string;
}

/** Result of verifying the archive of a dossier. Without faults, the archive is as it was signed. */
export interface DossierCheck {
  readonly faults: readonly DossierFault[];
  readonly files: number;
  /** Fingerprint of the signing key. Null if the archive has no readable key. */
  readonly keySha256: string | null;
}

/** Maximum size of manifest, signature and key together. All other files are never whole in memory. */
const smallBytes = 1024 * 1024;

const openZip = (path: string): Promise<ZipFile> =>
  promisify<string, yauzl.Options, ZipFile>(yauzl.open)(path, { lazyEntries: true, autoClose: false });

/** Throws if files are compressed. A dossier's files are not, and compressed ones could grow without bounds. */
const requirePlain = (entries: readonly Entry[], zip: ZipFile): void => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.some(({ compressionMethod }) => compressionMethod !== 0) || total > zip.fileSize)
    throw new Error('its files are packed, which those of a dossier are not');
};

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });

const sumOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of stream) hash.update(part);
  return hash.digest('hex');
};

/**
 * Reads an archive. Returns the SHA-256 sums of its files and the contents of the small files. Also returns the sum of
 * an archive written again from these files.
 */
const readArchive = async (zip: ZipFile) => {
  const sums: [path: string, sha256: string][] = [];
  const small = new Map<string, Buffer>();
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  async function* bytesOf(entry: Entry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const isSmall = [manifestFile, signatureFile, keyFile].includes(entry.fileName);
    const parts: Buffer[] = [];
    for await (const part of (await openEntry(entry)) as AsyncIterable<Buffer>) {
      hash.update(part);
      if (isSmall && entry.uncompressedSize <= smallBytes) parts.push(part);
      yield part;
    }
    sums.push([entry.fileName, hash.digest('hex')]);
    if (isSmall) small.set(entry.fileName, Buffer.concat(parts));
  }
  const entries = await entriesOf(zip);
  requirePlain(entries, zip);
  const files = entries.map(entry => ({
    path: entry.fileName,
    open: () => Readable.from(bytesOf(entry), { objectMode: false }),
  }));
  const writtenAnew = await sumOf(writeArchive(files));
  return { sums, small, writtenAnew };
};

const faultsOfFiles = (sums: readonly (readonly [string, string])[], manifest: string): DossierFault[] => {
  const listed = new Map(
    manifest
      .split('\n')
      .filter(Boolean)
      .map(line => [line.slice(66), line.slice(0, 64)] as const),
  );
  const found = new Map(sums);
  const beside = [manifestFile, signatureFile];
  return [
    ...sums.flatMap(([file, sha256]): DossierFault[] => {
      if (beside.includes(file)) return [];
      const wanted = listed.get(file);
      if (wanted === undefined) return [{ what: 'unlisted', file }];
      return wanted === sha256 ? [] : [{ what: 'changed', file }];
    }),
    ...[...listed.keys()].filter(file => !found.has(file)).map((file): DossierFault => ({ what: 'missing', file })),
    // Two files with one name are a fault, because a program may show one and check the other.
    ...(found.size === sums.length ? [] : [{ what: 'archive' } as const]),
  ];
};

const keyOf = (pem: Buffer | undefined): string | null => {
  try {
    return pem ? fingerprintOf(pem.toString('utf8')) : null;
  } catch {
    // The file is no public key, so the result has the fault `key`.
    return null;
  }
};

const isSigned = (small: ReadonlyMap<string, Buffer>): boolean => {
  const [manifest, signature, key] = [manifestFile, signatureFile, keyFile].map(name => small.get(name));
  return Boolean(manifest && signature && key && verify(null, manifest, key.toString('utf8'), signature));
};

/**
 * Verifies the archive of a dossier: every file against the manifest, and the manifest against its signature. The key's
 * fingerprint must be one of `trusted`. The archive is also compared with one that is written again from these files.
 * Detects every changed byte.
 */
export const verifyDossier = async (path: string, trusted: readonly string[]): Promise<DossierCheck> => {
  let zip: ZipFile | undefined;
  try {
    zip = await openZip(path);
    const { sums, small, writtenAnew } = await readArchive(zip);
    const keySha256 = keyOf(small.get(keyFile));
    const faults = faultsOfFiles(sums, small.get(manifestFile)?.toString('utf8') ?? '');
    if (!small.has(manifestFile)) faults.push({ what: 'missing', file: manifestFile });
    if (keySha256 === null) faults.push({ what: 'key', file: keyFile });
    else if (!isSigned(small)) faults.push({ what: 'signature', file: manifestFile });
    else if (!trusted.includes(keySha256)) faults.push({ what: 'key', file: keyFile });
    // If a file has changed, only that is reported, because the archive then differs in any case.
    if (faults.length === 0 && writtenAnew !== (await sumOf(createReadStream(path)))) faults.push({ what: 'archive' });
    return { faults, files: sums.length, keySha256 };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { faults: [{ what: 'unreadable', detail }], files: 0, keySha256: null };
  } finally {
    zip?.close();
  }
};
