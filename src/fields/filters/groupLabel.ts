/** Label of a group of inputs, styled like an input's label. */
export const groupLabel = { typography: 'subtitle2', color: 'text.primary', display: 'block', mb: 0.75 } as const;
