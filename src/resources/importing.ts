import type { Headings, Resource } from './define.ts';
import { writtenFields } from './define.ts';
import type { Field } from './fields.ts';
import { fullLabels } from './texts.ts';

type Importable = Pick<Resource, 'fields' | 'form' | 'imports'>;

/** Fields that a column of a file may fill: those of the create form, and texts that are made of some of these. */
export const importedFields = (resource: Importable): readonly string[] => {
  const written = writtenFields(resource as Resource, 'create');
  const made = Object.entries<Field>(resource.fields).filter(([, { madeOf = [] }]) =>
    madeOf.some(part => written.includes(part)),
  );
  return [...written, ...made.map(([name]) => name)];
};

/** A heading as it is compared: case, dots, hyphens and the like say nothing. */
export const headingKey = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{N}№]+/gu, ' ')
    .trim();

/** Every heading that a field is known by. What two fields are known by is neither's. */
const knownHeadings = (resource: Importable, headings: Headings): ReadonlyMap<string, string> => {
  const known = new Map<string, string>();
  const ambiguous = new Set<string>();
  const full = (['ru', 'en'] as const).map(locale => fullLabels(resource as Resource, locale));
  // By weight: a label of the screen is never taken away by a synonym.
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
  return known;
};

/** The field of each column by its heading, in either language; null: none is known by it, or an earlier column has it. */
export const matchHeadings = (
  resource: Importable,
  headings: readonly string[],
  further: Headings = {},
): readonly (string | null)[] => {
  const known = knownHeadings(resource, further);
  const taken = new Set<string>();
  return headings.map(heading => {
    const name = known.get(headingKey(heading));
    if (name === undefined || taken.has(name)) return null;
    taken.add(name);
    return name;
  });
};
