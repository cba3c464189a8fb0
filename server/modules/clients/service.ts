export { requireSheetAccess } from './sheet.ts';
