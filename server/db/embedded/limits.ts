/** Maximum connections of the embedded database. */
export const embeddedConnections = 60;
/** Of these reserved for backups, `psql` and PostgreSQL's superuser. */
export const spareConnections = 10;
