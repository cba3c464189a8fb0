export const room = { title: 'Control room' } as const;
