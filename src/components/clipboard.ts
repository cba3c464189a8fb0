/** For pages without a secure origin, and for browsers that refuse the clipboard: a selection is copied instead. */
const copySelection = (text: string): boolean => {
  const box = document.createElement('textarea');
  box.value = text;
  box.setAttribute('readonly', '');
  box.style.position = 'fixed';
  box.style.opacity = '0';
  // A dialog keeps the focus within itself: outside of it the box could not be selected.
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

/** Puts a text on the clipboard; answers whether it is there. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    if (!navigator.clipboard) return copySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
};
