import type { Headings, Resource } from './define.ts';
import { writableFields } from './define.ts';
import type { Field } from './fields.ts';
import { findFurtherField, findHeadingField, headingKey, type KnownHeadings } from './headingText.ts';
import { fullLabels } from './texts.ts';

type Importable = Pick<Resource, 'fields' | 'form' | 'imports'>;

/** Whether the field only filters a list by the imports that created its rows. The field has no column. */
export const isImportFilter = ({ inputOnly, targetResource }: Field): boolean =>
  inputOnly === true && targetResource === 'imports';

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
  const found = headings.map(heading => findHeadingField(heading, known));
  const matched = headings.map((): string | null => null);
  // A column whose heading is known has precedence over a column whose heading is only spelled like a known one.
  for (const by of ['key', 'spelling'] as const)
    for (const [column, each] of found.entries()) {
      if (each?.by !== by || usedFields.has(each.field)) continue;
      usedFields.add(each.field);
      matched[column] = each.field;
    }
  const proposeField = (column: number): string | undefined => {
    const each = found[column];
    if (!each) return undefined;
    if (each.by === 'resemblance' && !usedFields.has(each.field)) return each.field;
    const ordinal = 1 + found.slice(0, column).filter(other => other?.field === each.field).length;
    return findFurtherField(each.field, ordinal, known);
  };
  return headings.map((_, column) => {
    const field = matched[column] ?? null;
    if (field !== null) return { field, proposed: false };
    const proposedField = proposeField(column);
    if (proposedField === undefined || exclusiveFields(proposedField).some(each => usedFields.has(each)))
      return { field: null, proposed: false };
    usedFields.add(proposedField);
    return { field: proposedField, proposed: true };
  });
};

/** A column that fills no field, because another column fills the field of its heading. */
export interface SupersededColumn {
  readonly column: number;
  readonly field: string;
  /** Index of the column that fills the field. */
  readonly otherColumn: number;
}

/** Returns the columns that are left out because another column fills the field that their heading stands for. */
export const supersededColumns = (
  headings: readonly string[],
  mapping: readonly (string | null)[],
  known: KnownHeadings,
): readonly SupersededColumn[] =>
  headings.flatMap((heading, column) => {
    const field = mapping[column] === null ? findHeadingField(heading, known)?.field : undefined;
    const otherColumn = field === undefined ? -1 : mapping.indexOf(field);
    return field === undefined || otherColumn < 0 ? [] : [{ column, field, otherColumn }];
  });
