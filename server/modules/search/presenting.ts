import type { SearchHit, SearchKind } from '../../../src/contract/shapes/search.ts';
import type { Resource } from '../../../src/resources/define.ts';
import { resources } from '../../../src/resources/index.ts';
import { marksOf } from '../../domain/search/marks.ts';
import type { Fit } from '../../domain/search/rank.ts';
import type { Reading } from '../../domain/search-query.ts';
import type { Row } from './sources.ts';

type Shown = Pick<SearchHit, 'Title' | 'At' | 'Path'> & { readonly about: readonly string[] };

const text = (row: Row, column: string): string => String(row[column] ?? '').trim();
const carOf = (row: Row): string => `${text(row, 'vehicle_brand')} ${text(row, 'vehicle_model')}`.trim();

/** Place of a row's own page, filled in from the description of its resource. */
const pathOf = (pattern: string | undefined, values: Readonly<Record<string, unknown>>): { Path?: string } =>
  pattern === undefined
    ? {}
    : { Path: pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))) };

const rowPath = ({ list }: Resource): string | undefined => list.rowPath;

const shows: { readonly [Kind in SearchKind]: (row: Row) => Shown } = {
  voucher: row => ({
    Title: text(row, 'number'),
    about: [text(row, 'client_name'), text(row, 'reg_number'), carOf(row)],
    ...pathOf(rowPath(resources.vouchers), { Id: row.id, ObjectId: row.object_id }),
  }),
  accident: row => ({
    Title: text(row, 'id'),
    about: [text(row, 'client_name'), text(row, 'reg_number'), carOf(row)],
    At: text(row, 'crash_at'),
    ...pathOf(rowPath(resources.accidents), { Id: row.id, ObjectId: row.object_id, split: row.status }),
  }),
  client: row => ({ Title: text(row, 'name'), about: [text(row, 'phone'), text(row, 'city')] }),
  operator: row => ({
    Title: text(row, 'full_name'),
    about: [text(row, 'occupation'), text(row, 'email')],
    ...pathOf(rowPath(resources.operators), { Id: row.id }),
  }),
  device: row => ({
    Title: text(row, 'imei'),
    about: [`${text(row, 'obu_brand')} ${text(row, 'obu_model')}`.trim(), text(row, 'sim_number')],
  }),
};

/** A hit as it is shown: with the value that made it one, even where that is not among what is always shown. */
export const presentHit = (kind: SearchKind, row: Row, fit: Fit, readings: readonly Reading[]): SearchHit => {
  const { about, ...shown } = shows[kind](row);
  const reading = readings[fit.reading] as Reading;
  const decided = fit.field?.value ?? '';
  const hidden = decided !== '' && decided !== shown.Title && !about.includes(decided) ? [decided] : [];
  const Subtitle = [...about, ...hidden].filter(part => part !== '').join(' · ');
  return {
    Kind: kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...shown,
    Subtitle,
    TitleMarks: marksOf(shown.Title, reading),
    SubtitleMarks: marksOf(Subtitle, reading),
  };
};
