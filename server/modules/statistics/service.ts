export { keepFigures } from './keep.ts';
export { sumColumns, sumValues } from './sumColumns.ts';
