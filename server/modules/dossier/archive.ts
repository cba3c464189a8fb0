import { createHash, sign } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import yazl from 'yazl';

/** A file of the archive. The file is opened only when the files before it are written. */
export interface ArchiveFile {
  readonly path: string;
  readonly open: () => Readable;
}

export const manifestFile = 'manifest.sha256';
export const signatureFile = 'manifest.sig';
export const keyFile = 'public-key.pem';

// Options that make the archive reproducible: no compression and fixed file times. The verification of a dossier writes
// the archive again and compares the bytes.
const reproducibleOptions = { compress: false, forceDosTimestamp: true, mtime: new Date(2000, 0, 1), mode: 0o100644 };

/** Streams the files in this order as a ZIP archive. Memory does not grow with the files. */
export const writeArchive = (files: readonly ArchiveFile[]): Readable => {
  const zip = new yazl.ZipFile();
  const output = new PassThrough();
  zip.on('error', error => output.destroy(error as Error));
  for (const { path, open } of files)
    zip.addReadStreamLazy(path, reproducibleOptions, callback => {
      const source = open();
      source.once('error', error => output.destroy(error));
      callback(null, source);
    });
  zip.end();
  zip.outputStream.pipe(output);
  return output;
};

const makeHashingStream = (onHash: (sha256: string) => void): Transform => {
  const hash = createHash('sha256');
  return new Transform({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: done => {
      onHash(hash.digest('hex'));
      done();
    },
  });
};

export const formatManifest = (fileHashes: readonly (readonly [path: string, sha256: string])[]): string =>
  fileHashes.map(([path, sha256]) => `${sha256}  ${path}\n`).join('');

/**
 * Streams an archive with the files, a manifest of their SHA-256 sums in the format of `sha256sum`, and its Ed25519
 * signature.
 */
export const writeSignedArchive = (
  files: readonly ArchiveFile[],
  { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string },
  onManifest: (manifest: string) => void,
): Readable => {
  const fileHashes: [string, string][] = [];
  let manifest = '';
  const withHash = (file: ArchiveFile): ArchiveFile => ({
    path: file.path,
    open: () => {
      const source = file.open();
      const hashingStream = makeHashingStream(sha256 => fileHashes.push([file.path, sha256]));
      source.once('error', error => hashingStream.destroy(error));
      return source.pipe(hashingStream);
    },
  });
  return writeArchive([
    ...[...files, { path: keyFile, open: () => Readable.from([Buffer.from(publicKey)]) }].map(withHash),
    {
      path: manifestFile,
      open: () => {
        manifest = formatManifest(fileHashes);
        onManifest(manifest);
        return Readable.from([Buffer.from(manifest)]);
      },
    },
    { path: signatureFile, open: () => Readable.from([sign(null, Buffer.from(manifest), privateKey)]) },
  ]);
};
