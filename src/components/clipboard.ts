/**
 * Copies a text by selecting it in a text box. Used for pages without a secure origin, and for browsers that refuse the
 * clipboard. Returns true on success.
 */
const copyBySelection = (text: string): boolean => {
  const textArea = document.createElement('textarea');
  textArea.value = text;
  textArea.setAttribute('readonly', '');
  textArea.style.position = 'fixed';
  textArea.style.opacity = '0';
  // A dialog traps the focus, so the text box must be inside the dialog.
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  (focused?.closest('[role=dialog], [role=presentation]') ?? document.body).append(textArea);
  textArea.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    textArea.remove();
    focused?.focus();
  }
};

/** Copies a text to the clipboard. Resolves to true on success. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (!navigator.clipboard) return copyBySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};
