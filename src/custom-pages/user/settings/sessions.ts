/** Shared query of all sessions: latest first, with a limit nobody reaches. */
export const sessionsAsked = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'lastSeenAt', order: 'DESC' },
} as const;
