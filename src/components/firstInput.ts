const firstInputSelector = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/** Moves the focus to the first input, so that the user can type at once. */
export const focusFirstInput = (container: HTMLElement | null): void =>
  container?.querySelector<HTMLElement>(firstInputSelector)?.focus();
