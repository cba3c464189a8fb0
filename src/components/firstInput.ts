const firstInput = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/** Moves the focus to the first input, so that the user can type at once. */
export const focusFirstInput = (within: HTMLElement | null): void =>
  within?.querySelector<HTMLElement>(firstInput)?.focus();
