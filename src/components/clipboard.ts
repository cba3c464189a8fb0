/** Fallback for pages without a secure origin and browsers that refuse the clipboard. */
const copySelection = (text: string): boolean => {
  const box = document.createElement('textarea');
  box.value = text;
  box.setAttribute('readonly', '');
  box.style.position = 'fixed';
  box.style.opacity = '0';
  // A dialog traps the focus, so the text box must be inside it.
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  (focused?.closest('[role=dialog], [role=presentation]') ?? document.body).append(box);
  box.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    box.remove();
    focused?.focus();
  }
};

/** Copies a text to the clipboard. Resolves to true on success. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (!navigator.clipboard) return copySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
};
