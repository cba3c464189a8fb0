import { createHash, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { keyFile, manifestFile, signatureFile, writeArchive } from './archive.ts';
import { fingerprintOf } from './key.ts';

export interface DossierFault {
  readonly kind: 'unreadable' | 'changed' | 'missing' | 'unlisted' | 'signature' | 'key' | 'archive';
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
const maxSmallBytes = 1024 * 1024;

/**
 * Throws if files of the archive are compressed. A dossier never compresses files, and compressed ones could grow
 * without bounds.
 */
const requireUncompressed = (entries: readonly Entry[], zip: ZipFile): void => {
  const total = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (entries.some(({ compressionMethod }) => compressionMethod !== 0) || total > zip.fileSize)
    throw new Error('its files are packed, which those of a dossier are not');
};

const hashStream = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
};

/**
 * Reads an archive. Returns the SHA-256 sums of its files and the contents of the small files. Also returns the sum of
 * an archive written again from these files.
 */
const hashAndRewriteArchive = async (zip: ZipFile) => {
  const fileHashes: [path: string, sha256: string][] = [];
  const smallFiles = new Map<string, Buffer>();
  async function* readAndHash(entry: Entry): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    const isSmall = [manifestFile, signatureFile, keyFile].includes(entry.fileName);
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (isSmall && entry.uncompressedSize <= maxSmallBytes) chunks.push(chunk);
      yield chunk;
    }
    fileHashes.push([entry.fileName, hash.digest('hex')]);
    if (isSmall) smallFiles.set(entry.fileName, Buffer.concat(chunks));
  }
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  requireUncompressed(entries, zip);
  const files = entries.map(entry => ({
    path: entry.fileName,
    open: () => Readable.from(readAndHash(entry), { objectMode: false }),
  }));
  const rewrittenSha256 = await hashStream(writeArchive(files));
  return { sums: fileHashes, small: smallFiles, writtenAnew: rewrittenSha256 };
};

const compareWithManifest = (fileHashes: readonly (readonly [string, string])[], manifest: string): DossierFault[] => {
  const manifestHashes = new Map(
    manifest
      .split('\n')
      .filter(Boolean)
      .map(line => [line.slice(66), line.slice(0, 64)] as const),
  );
  const archiveHashes = new Map(fileHashes);
  const excludedFiles = [manifestFile, signatureFile];
  return [
    ...fileHashes.flatMap(([file, sha256]): DossierFault[] => {
      if (excludedFiles.includes(file)) return [];
      const expectedHash = manifestHashes.get(file);
      if (expectedHash === undefined) return [{ kind: 'unlisted', file }];
      return expectedHash === sha256 ? [] : [{ kind: 'changed', file }];
    }),
    ...[...manifestHashes.keys()]
      .filter(file => !archiveHashes.has(file))
      .map((file): DossierFault => ({ kind: 'missing', file })),
    // Two files with one name are a fault, because a program may show one and check the other.
    ...(archiveHashes.size === fileHashes.length ? [] : [{ kind: 'archive' } as const]),
  ];
};

const readFingerprint = (pem: Buffer | undefined): string | null => {
  try {
    return pem ? fingerprintOf(pem.toString('utf8')) : null;
  } catch {
    // The file is no public key, so the result has the fault `key`.
    return null;
  }
};

const hasValidSignature = (smallFiles: ReadonlyMap<string, Buffer>): boolean => {
  const [manifest, signature, key] = [manifestFile, signatureFile, keyFile].map(name => smallFiles.get(name));
  return Boolean(manifest && signature && key && verify(null, manifest, key.toString('utf8'), signature));
};

/**
 * Verifies the archive of a dossier: every file against the manifest, and the manifest against its signature. The key's
 * fingerprint must be one of `trustedFingerprints`. The archive is also compared with one that is written again from
 * these files. Detects every changed byte.
 */
export const verifyDossier = async (path: string, trustedFingerprints: readonly string[]): Promise<DossierCheck> => {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false });
    const { sums: fileHashes, small: smallFiles, writtenAnew: rewrittenSha256 } = await hashAndRewriteArchive(zip);
    const keySha256 = readFingerprint(smallFiles.get(keyFile));
    const faults = compareWithManifest(fileHashes, smallFiles.get(manifestFile)?.toString('utf8') ?? '');
    if (!smallFiles.has(manifestFile)) faults.push({ kind: 'missing', file: manifestFile });
    if (keySha256 === null) faults.push({ kind: 'key', file: keyFile });
    else if (!hasValidSignature(smallFiles)) faults.push({ kind: 'signature', file: manifestFile });
    else if (!trustedFingerprints.includes(keySha256)) faults.push({ kind: 'key', file: keyFile });
    // If a file has changed, only that is reported, because the archive then differs in any case.
    if (faults.length === 0 && rewrittenSha256 !== (await hashStream(createReadStream(path))))
      faults.push({ kind: 'archive' });
    return { faults, files: fileHashes.length, keySha256 };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { faults: [{ kind: 'unreadable', detail }], files: 0, keySha256: null };
  } finally {
    zip?.close();
  }
};
