/** Last in a backup: the sums of everything in it, as `sha256sum -c` takes them. */
export const checksumsName = 'SHA256SUMS';

/** Where the sum of the file itself lies. */
export const sidecarOf = (file: string): string => `${file}.sha256`;

export const checksumLine = (sha256: string, path: string): string => `${sha256}  ${path}\n`;

/** Sums by path. A line of another form is left out, so that its file counts as one without a sum. */
export const readChecksums = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sha256 = '', path = '']) => [path, sha256]));
