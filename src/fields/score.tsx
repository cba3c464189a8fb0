import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import type { FieldProps, Kind } from './kind.ts';
import { measure } from './measure.tsx';

const figure = measure('score', 6);

// One list shows it: rows of the others do not wait for it.
const ScoreCourse = lazyComponent('ScoreCourse', () => import('./parts/ScoreCourse.tsx'));

/** A score, with its course beside it where the field names one: in a table and on a card. */
const Score = (props: FieldProps) => (
  <>
    {props.field.trend && (
      <LazyBoundary failed={null}>
        <ScoreCourse {...props} />
      </LazyBoundary>
    )}{' '}
    <figure.Cell {...props} />
  </>
);

export const score: Kind = { ...figure, Cell: Score, Display: Score };
