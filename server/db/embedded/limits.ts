/** Maximum number of connections of the embedded database. */
export const embeddedConnections = 60;
/** Connections that are reserved for backups, `psql` and PostgreSQL's superuser. */
export const spareConnections = 10;

const bytesPerMebibyte = 1024 * 1024;
/** Size of PostgreSQL's shared buffers, MB: an eighth of the machine's memory, 128 to 2,048. */
export const sharedBuffersMb = (machineBytes: number): number =>
  Math.min(2048, Math.max(128, Math.floor(machineBytes / 8 / bytesPerMebibyte)));
