import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Severity } from '../../../src/contract/states.ts';

export type Line = readonly [label: string, text: string];

/**
 * A part of the document. Texts are in the reader's language and time zone. They are final: later steps round no
 * figures.
 */
export type Section =
  | {
      readonly kind: 'lines';
      readonly title: string;
      readonly lines: readonly Line[];
      readonly notes?: readonly string[];
    }
  | {
      readonly kind: 'table';
      readonly title: string;
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
      /** Widths of the columns, as shares of the table's width. */
      readonly widths: readonly number[];
      readonly emptyText: string;
    }
  | {
      readonly kind: 'impact';
      readonly title: string;
      readonly leadText: string;
      readonly figures: readonly Line[];
      readonly lines: readonly Line[];
      readonly notes: readonly string[];
      readonly directionDeg: number | null;
      readonly direction: string;
      readonly severity: Severity | null;
    }
  | {
      readonly kind: 'track';
      readonly title: string;
      /** Fixes, each as `[seconds from the impact, latitude, longitude, …]`. */
      readonly track: readonly (readonly [number, number, number, ...unknown[]])[];
      readonly impact: readonly [latitude: number, longitude: number] | null;
      readonly severity: Severity | null;
      readonly texts: Readonly<Record<'before' | 'after' | 'impact' | 'start' | 'end' | 'north' | 'none', string>>;
      /** Text of the scale bar by its length in metres. */
      readonly scaleLabels: Readonly<Record<number, string>>;
    }
  | {
      readonly kind: 'curves';
      readonly title: string;
      readonly plots: readonly Plot[];
      readonly timeLabel: string;
      readonly impactLabel: string;
      readonly emptyText: string;
    }
  | {
      readonly kind: 'reconstruction';
      readonly title: string;
      readonly lines: readonly Line[];
      readonly note: string;
      /** Null: no speed is known. */
      readonly plot: Plot | null;
      readonly timeLabel: string;
      readonly impactLabel: string;
    }
  | { readonly kind: 'photos'; readonly title: string; readonly photos: readonly Photo[]; readonly emptyText: string };

/** Curves over time. Null: unknown, drawn as a gap. */
export interface Plot {
  readonly label: string;
  readonly time: readonly number[];
  readonly series: readonly {
    readonly label: string;
    readonly colour: string;
    readonly values: readonly (number | null)[];
  }[];
}

export interface Photo {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly facts: string;
  /** Clockwise rotation for display, degrees. */
  readonly rotationDeg: number;
  readonly unreadableText: string;
}

export interface Document {
  readonly locale: Locale;
  readonly title: string;
  readonly subtitle: string;
  /** Texts at the foot of every page. The placeholders `{page}` and `{pages}` of `pageText` are filled in later. */
  readonly footerText: string;
  readonly pageText: string;
  readonly sections: readonly Section[];
}
