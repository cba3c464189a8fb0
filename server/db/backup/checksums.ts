/** Last entry of a backup: the checksums of all others, for `sha256sum -c`. */
export const checksumsName = 'SHA256SUMS';

/** Path of the file with a backup's own checksum. */
export const sidecarOf = (file: string): string => `${file}.sha256`;

export const checksumLine = (sha256: string, path: string): string => `${sha256}  ${path}\n`;

/** Checksums by path. Malformed lines are skipped, so their files have no checksum. */
export const readChecksums = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sha256 = '', path = '']) => [path, sha256]));
