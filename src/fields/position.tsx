import { positionText } from '../schema/kinds/cell.ts';
import { contains } from './filters/lazy.ts';
import type { FieldProps, Kind } from './kind.ts';
import { Figure } from './parts/Figure.tsx';
import { useI18n } from './useI18n.ts';

const PositionCell = (props: FieldProps) => <Figure>{positionText(props, useI18n().locale)}</Figure>;

export const position: Kind = {
  align: 'start',
  widthCh: 30,
  Cell: PositionCell,
  Display: PositionCell,
  input: 'figure',
  ...contains,
};
