import type { ExportFormat } from '../contract/states.ts';

export { type ExportFormat, exportFormats } from '../contract/states.ts';
export type { Sheet } from '../schema/files/sheet.ts';

export const mediaTypes: { readonly [Format in ExportFormat]: string } = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};
