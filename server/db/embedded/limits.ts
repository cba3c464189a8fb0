/** Maximum connections of the embedded database. */
export const embeddedConnections = 60;
/** Of these reserved for backups, `psql` and PostgreSQL's superuser. */
export const spareConnections = 10;

const mebibyte = 1024 * 1024;
/** What the embedded database keeps of its files in its own memory, MB: an eighth of the machine's, 128 to 2,048. */
export const sharedBuffersMb = (machineBytes: number): number =>
  Math.min(2048, Math.max(128, Math.floor(machineBytes / 8 / mebibyte)));
