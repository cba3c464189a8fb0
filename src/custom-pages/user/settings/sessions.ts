/** Sessions as every part of the page asks for them: latest first, more than anybody has. */
export const sessionsAsked = {
  pagination: { page: 1, perPage: 100 },
  sort: { field: 'lastSeenAt', order: 'DESC' },
} as const;
