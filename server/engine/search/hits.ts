import type { SearchHit } from '../../../src/contract/shapes/search.ts';
import { recordAddress } from '../../../src/schema/addresses.ts';
import type { SearchRow } from '../table/searchIndex.ts';
import { marksOf } from './matching/marks.ts';
import type { Field, Fit } from './matching/rank.ts';
import { fieldsOf, type Source } from './sources.ts';
import type { Reading } from './tsQuery.ts';

/** Address of a record's own page, if it has one. */
const addressed = ({ table: { resource }, recordId = 'id' }: Source, row: SearchRow): Pick<SearchHit, 'Path'> => {
  const Path = recordAddress(resource, { Id: row[recordId] ?? '', ObjectId: row.object_id }, String(row.status));
  return Path === undefined ? {} : { Path };
};

/** Matching values that are not contained in the displayed text: one per query word. */
const unseen = (shown: string, fields: readonly Field[], { words }: Reading): string[] =>
  words
    .map(word => ({ words: [word], key: '', keys: [], initials: [], names: [], phones: [] }))
    .filter(alone => marksOf(shown, alone).length === 0)
    .flatMap(alone => fields.find(({ value }) => marksOf(value, alone).length > 0)?.value ?? []);

/** A hit for display, including the matching values that are not always shown. */
export const presentHit = (
  source: Source,
  row: SearchRow,
  { field, reading: at }: Fit,
  readings: readonly Reading[],
): SearchHit => {
  const { about, ...shown } = source.shown(row);
  const reading = readings[at] as Reading;
  const always = [shown.Title, ...about];
  const found = field ? [field.value] : unseen(always.join(' · '), fieldsOf(source, row), reading);
  const more = [...new Set(found)].filter(value => !always.includes(value));
  // First, so that a narrow line does not cut them off.
  const Subtitle = [...more, ...about].filter(part => part !== '').join(' · ');
  return {
    Kind: source.kind,
    Id: String(row.id),
    ...(typeof row.object_id === 'string' && { ObjectId: row.object_id }),
    ...shown,
    ...addressed(source, row),
    Subtitle,
    TitleMarks: marksOf(shown.Title, reading),
    SubtitleMarks: marksOf(Subtitle, reading),
  };
};
