export const accident = {} as const;
