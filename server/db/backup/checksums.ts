/** Name of a backup's last entry. It has the checksums of all other entries, in the format of `sha256sum -c`. */
export const checksumsName = 'SHA256SUMS';

/** Path of the file next to a backup that has the checksum of the backup file. */
export const sidecarOf = (file: string): string => `${file}.sha256`;

export const checksumLine = (sha256: string, path: string): string => `${sha256}  ${path}\n`;

/** Parses checksums into a map from path to SHA-256. Skips malformed lines, so their files have no checksum. */
export const readChecksums = (text: string): ReadonlyMap<string, string> =>
  new Map([...text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sha256 = '', path = '']) => [path, sha256]));
