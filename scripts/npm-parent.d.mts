export const onNpmGone: (end: () => void) => void;
