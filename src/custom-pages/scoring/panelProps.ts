import type { Span } from './period.ts';
import type { ScoringObject } from './queries.ts';
import type { PageState } from './usePageState.ts';

export interface PanelProps {
  readonly scoringObject: ScoringObject;
  readonly span: Span;
  readonly state: PageState;
  readonly addressAfter: (change: Partial<PageState>) => string;
  readonly changeState: (change: Partial<PageState>) => void;
}
