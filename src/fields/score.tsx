import { LazyBoundary } from '../feedback/LazyBoundary.tsx';
import { lazyComponent } from '../feedback/lazyComponent.ts';
import type { FieldProps, Kind } from './kind.ts';
import { measure } from './measure.tsx';

const figure = measure('score', 6);

// Loaded on demand, because only one list draws it.
const ScoreCourse = lazyComponent('ScoreCourse', () => import('./parts/ScoreCourse.tsx'));

/** A score. If the field names a trend, a line next to it shows the earlier scores. */
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
