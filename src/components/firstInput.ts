const firstInput = 'input:not([type=hidden]):not([type=file]), textarea, [role=combobox]';

/** Whoever opened something to fill in goes on typing. */
export const focusFirstInput = (within: HTMLElement | null): void =>
  within?.querySelector<HTMLElement>(firstInput)?.focus();
