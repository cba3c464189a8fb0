import type { ExportFormat } from '../../../exporters/index.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `accidents-opened 2026-01-15 09-30.csv`: sorts by time, and is valid on all systems. */
export const fileName = (list: string, format: ExportFormat, now: Date): string => {
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${list} ${day} ${two(now.getHours())}-${two(now.getMinutes())}.${format}`;
};

export const saveFile = (name: string, file: Blob): void => {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has started the download by then.
  setTimeout(() => URL.revokeObjectURL(address));
};
