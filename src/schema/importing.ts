import type { Headings, Resource } from './define.ts';
import { writtenFields } from './define.ts';
import type { Field } from './fields.ts';
import { headingKey, type KnownHeadings, resembledField } from './headingText.ts';
import { fullLabels } from './texts.ts';

type Importable = Pick<Resource, 'fields' | 'form' | 'imports'>;

/**
 * Returns the fields that a column of a file may fill: fields of the create form, and texts that are composed of these.
 */
export const importedFields = (resource: Importable): readonly string[] => {
  const written = writtenFields(resource as Resource, 'create');
  const made = Object.entries<Field>(resource.fields).filter(([, { madeOf = [] }]) =>
    madeOf.some(part => written.includes(part)),
  );
  return [...written, ...made.map(([name]) => name)];
};

/** Returns all known headings of the fields. A heading that two fields claim belongs to neither. */
export const knownHeadings = (resource: Importable, headings: Headings = {}): KnownHeadings => {
  const known = new Map<string, string>();
  const ambiguous = new Set<string>();
  const full = (['ru', 'en'] as const).map(locale => fullLabels(resource as Resource, locale));
  // Labels on screen come first, so that a synonym of one field never overrides the label of another field.
  const byWeight = [
    (name: string, { label }: Field) => [label?.ru, label?.en, name],
    (name: string) => full.map(labels => labels[name]),
    (name: string) => headings[name] ?? [],
  ];
  for (const headingsOf of byWeight) {
    const found = new Map<string, string>();
    for (const name of importedFields(resource))
      for (const heading of headingsOf(name, resource.fields[name] as Field)) {
        const key = headingKey(heading ?? '');
        if (key === '' || known.has(key)) continue;
        if (found.has(key) && found.get(key) !== name) ambiguous.add(key);
        found.set(key, name);
      }
    for (const [key, name] of found) if (!ambiguous.has(key)) known.set(key, name);
  }
  return [...known];
};

export interface MatchedColumn {
  readonly field: string | null;
  /** True if the heading only resembles the field's heading. */
  readonly proposed: boolean;
}

/**
 * Returns the field of each column by its heading, in any language, or by a similar heading. Null: no field, or another
 * column has it.
 */
export const matchHeadings = (
  { fields }: Importable,
  headings: readonly string[],
  known: KnownHeadings,
): readonly MatchedColumn[] => {
  const exact = new Map(known);
  const taken = new Set<string>();
  /**
   * Returns the field and the fields that must not be imported together with it. A full name and its parts (`madeOf`)
   * exclude each other.
   */
  const rivals = (field: string) => [
    field,
    ...((fields[field] as Field | undefined)?.madeOf ?? []),
    ...Object.keys(fields).filter(whole => (fields[whole] as Field).madeOf?.includes(field)),
  ];
  const matched = headings.map(heading => {
    const field = exact.get(headingKey(heading));
    if (field === undefined || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
  return headings.map((heading, at) => {
    const field = matched[at] ?? null;
    if (field !== null) return { field, proposed: false };
    const resembled = resembledField(heading, known);
    if (resembled === undefined || rivals(resembled).some(each => taken.has(each)))
      return { field: null, proposed: false };
    taken.add(resembled);
    return { field: resembled, proposed: true };
  });
};
