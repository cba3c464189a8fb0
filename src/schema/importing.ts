import type { Headings, Resource } from './define.ts';
import { writableFields } from './define.ts';
import type { Field } from './fields.ts';
import { findSimilarField, headingKey, type KnownHeadings } from './headingText.ts';
import { fullLabels } from './texts.ts';

type Importable = Pick<Resource, 'fields' | 'form' | 'imports'>;

/**
 * Returns the fields that a column of an import file may fill. These are the fields of the create form, and texts that
 * are composed of them, such as a full name.
 */
export const importableFields = (resource: Importable): readonly string[] => {
  const writableNames = writableFields(resource as Resource, 'create');
  const composedFields = Object.entries<Field>(resource.fields).filter(([, { composedOf = [] }]) =>
    composedOf.some(part => writableNames.includes(part)),
  );
  return [...writableNames, ...composedFields.map(([name]) => name)];
};

/**
 * Returns all column headings that stand for the fields. A heading that would stand for two fields stands for neither.
 */
export const knownHeadings = (resource: Importable, headings: Headings = {}): KnownHeadings => {
  const known = new Map<string, string>();
  const ambiguous = new Set<string>();
  const fullLabelsByLocale = (['ru', 'en'] as const).map(locale => fullLabels(resource as Resource, locale));
  // Labels on screen come first. An additional heading of one field therefore never replaces the label of another
  // field.
  const headingSources = [
    (name: string, { label }: Field) => [label?.ru, label?.en, name],
    (name: string) => fullLabelsByLocale.map(labels => labels[name]),
    (name: string) => headings[name] ?? [],
  ];
  for (const headingsOf of headingSources) {
    const headingsOfSource = new Map<string, string>();
    for (const name of importableFields(resource))
      for (const heading of headingsOf(name, resource.fields[name] as Field)) {
        const key = headingKey(heading ?? '');
        if (key === '' || known.has(key)) continue;
        if (headingsOfSource.has(key) && headingsOfSource.get(key) !== name) ambiguous.add(key);
        headingsOfSource.set(key, name);
      }
    for (const [key, name] of headingsOfSource) if (!ambiguous.has(key)) known.set(key, name);
  }
  return [...known];
};

export interface MatchedColumn {
  readonly field: string | null;
  /** True if the column's heading only resembles a heading of the field, so that the user should confirm the choice. */
  readonly proposed: boolean;
}

/**
 * Returns the field of each column of an import file, by its heading in any language, or by a similar heading. Null: no
 * field fits, or another column has this field.
 */
export const matchHeadings = (
  { fields }: Importable,
  headings: readonly string[],
  known: KnownHeadings,
): readonly MatchedColumn[] => {
  const fieldByHeading = new Map(known);
  const usedFields = new Set<string>();
  /**
   * Returns the field and the fields that must not be imported together with it. For example, a full name and its parts
   * (`composedOf`) exclude each other.
   */
  const exclusiveFields = (field: string) => [
    field,
    ...((fields[field] as Field | undefined)?.composedOf ?? []),
    ...Object.keys(fields).filter(composed => (fields[composed] as Field).composedOf?.includes(field)),
  ];
  const matched = headings.map(heading => {
    const field = fieldByHeading.get(headingKey(heading));
    if (field === undefined || usedFields.has(field)) return null;
    usedFields.add(field);
    return field;
  });
  return headings.map((heading, index) => {
    const field = matched[index] ?? null;
    if (field !== null) return { field, proposed: false };
    const similarField = findSimilarField(heading, known);
    if (similarField === undefined || exclusiveFields(similarField).some(each => usedFields.has(each)))
      return { field: null, proposed: false };
    usedFields.add(similarField);
    return { field: similarField, proposed: true };
  });
};
