import type { FieldProps, Kind } from './kind.ts';
import { measure } from './measure.tsx';
import { ScoreTrend } from './parts/ScoreTrend.tsx';

const figure = measure('score', 6);

/** A score. If the field names a trend, a line next to it shows the earlier scores. */
const Score = (props: FieldProps) => (
  <>
    {props.field.trendProperty && <ScoreTrend {...props} />} <figure.Cell {...props} />
  </>
);

export const score: Kind = { ...figure, Cell: Score, Display: Score };
