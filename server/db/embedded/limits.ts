/** Connections the embedded database takes in all. */
export const embeddedConnections = 60;
/** Of these are left for a backup, `psql` and PostgreSQL's own superuser. */
export const spareConnections = 10;
