import { createHash, sign } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import yazl from 'yazl';

/** A file of the archive, opened when its turn comes. */
export interface ArchiveFile {
  readonly path: string;
  readonly open: () => Readable;
}

export const manifestFile = 'manifest.sha256';
export const signatureFile = 'manifest.sig';
export const keyFile = 'public-key.pem';

// Options that make the archive reproducible: no compression and fixed file times. The verification of a dossier writes
// the archive again and compares the bytes.
const plain = { compress: false, forceDosTimestamp: true, mtime: new Date(2000, 0, 1), mode: 0o100644 };

/** Streams the files in this order as a ZIP archive. Memory does not grow with the files. */
export const writeArchive = (files: readonly ArchiveFile[]): Readable => {
  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  zip.on('error', error => out.destroy(error as Error));
  for (const { path, open } of files)
    zip.addReadStreamLazy(path, plain, take => {
      const source = open();
      source.once('error', error => out.destroy(error));
      take(null, source);
    });
  zip.end();
  zip.outputStream.pipe(out);
  return out;
};

const counting = (seen: (sha256: string) => void): Transform => {
  const hash = createHash('sha256');
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: done => {
      seen(hash.digest('hex'));
      done();
    },
  });
};

export const manifestOf = (sums: readonly (readonly [path: string, sha256: string])[]): string =>
  sums.map(([path, sha256]) => `${sha256}  ${path}\n`).join('');

/**
 * Streams an archive with the files, a manifest of their SHA-256 sums in the format of `sha256sum`, and its Ed25519
 * signature.
 */
export const signedArchive = (
  files: readonly ArchiveFile[],
  { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string },
  made: (manifest: string) => void,
): Readable => {
  const sums: [string, string][] = [];
  let manifest = '';
  const summed = (file: ArchiveFile): ArchiveFile => ({
    path: file.path,
    open: () => {
      const source = file.open();
      const counted = counting(sha256 => sums.push([file.path, sha256]));
      source.once('error', error => counted.destroy(error));
      return source.pipe(counted);
    },
  });
  return writeArchive([
    ...[...files, { path: keyFile, open: () => Readable.from([Buffer.from(publicKey)]) }].map(summed),
    {
      path: manifestFile,
      open: () => {
        manifest = manifestOf(sums);
        made(manifest);
        return Readable.from([Buffer.from(manifest)]);
      },
    },
    { path: signatureFile, open: () => Readable.from([sign(null, Buffer.from(manifest), privateKey)]) },
  ]);
};
