import type { Locale } from '../i18n/locale.ts';
import type { ExportCell } from '../kinds/cell.ts';

export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

interface SheetColumn {
  readonly label: string;
  /** Width in characters of its longest value or label, bounded. */
  readonly width: number;
  readonly align: 'start' | 'end';
}

/** Content of an export: plain data, so that a worker can take it. */
export interface Sheet {
  readonly title: string;
  readonly locale: Locale;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly ExportCell[])[];
  /** `Page {page} of {pages}` in the current language. */
  readonly pageText: string;
}

export const mediaTypes: { readonly [Format in ExportFormat]: string } = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
