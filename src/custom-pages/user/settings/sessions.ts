/** Shared query of all sessions, latest first. The limit is higher than any real number of sessions. */
export const allSessionsQuery = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'lastSeenAt', order: 'DESC' },
} as const;
