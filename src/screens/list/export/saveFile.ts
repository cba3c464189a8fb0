export const saveFile = (name: string, file: Blob): void => {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The object URL is revoked in a later task, because the browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(url));
};
