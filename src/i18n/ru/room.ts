export const room = { title: 'Диспетчерская' } as const;
