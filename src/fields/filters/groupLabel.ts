/** How the name of several inputs that belong together looks: as the label of one does. */
export const groupLabel = { typography: 'subtitle2', color: 'text.primary', display: 'block', mb: 0.75 } as const;
