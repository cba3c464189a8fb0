import { expect, it } from 'vitest';
import type { ValidationError } from 'yup';
import { faultsOf } from '../../../../server/engine/table/checks.ts';
import { insurer } from '../../../../server/insurer.ts';
import { type FieldMessage, fieldMessage } from '../../../../src/contract/messages/index.ts';
import type { Field } from '../../../../src/schema/fields.ts';
import type { Rule } from '../../../../src/schema/forms.ts';
import { kinds } from '../../../../src/schema/kinds/kinds.ts';
import { ruleFaults } from '../../../../src/schema/rules.ts';
import { fieldByWireName, wireNamesForWriting } from '../../../../src/schema/wire.ts';
import { recordSchema } from '../../../../src/screens/record/Inputs.tsx';
import { i18nIn } from '../../../support/i18n.ts';

const broken = (rule: Rule<Record<string, Field>>, values: object) =>
  ruleFaults({}, [rule], { ...values }, Object.keys(values))[0]?.message;
const textOf = (message: FieldMessage | undefined) => message && fieldMessage('ru', message);

it('an end is not after its bound, and not before its start', () => {
  const bound = { field: 'End', notAfter: 'Bound' } as const;
  expect(textOf(broken(bound, { End: '2026-02-02', Bound: '2026-02-01' }))).toBe(
    'Не может быть позже, чем дата окончания',
  );
  expect(broken(bound, { End: '2026-02-01', Bound: '2026-02-01' })).toBeUndefined();
  const start = { field: 'End', notBefore: 'Start' } as const;
  expect(textOf(broken(start, { End: '2026-01-31', Start: '2026-02-01' }))).toBe(
    'Не может быть раньше, чем дата старта',
  );
  expect(broken(start, { End: null, Start: '2026-02-01' })).toBeUndefined();
});

it('one date may not be less than so many years after another one', () => {
  const licence = {
    field: 'Licence',
    notBefore: 'Birth',
    years: { count: 16, message: 'licenceBefore16' },
  } as const;
  expect(broken(licence, { Birth: '1990-03-01', Licence: '2006-02-28' })).toBe('licenceBefore16');
  expect(broken(licence, { Birth: '1990-03-01', Licence: '2006-03-01' })).toBeUndefined();
  expect(broken(licence, { Birth: null, Licence: '1990-01-01' })).toBeUndefined();
});

/** Values that are valid by themselves, and none. */
const samplesOf = (field: Field): readonly unknown[] => {
  if (field.choices) return [null, ...field.choices];
  if (field.many) return [null, [1]];
  if (field.idField) return [null, 1, 2, 3, 4, 5, 6];
  if (field.mustBeFuture) return [null, '2026-12-01T09:00:00.000Z'];
  if (kinds[field.kind].valueType === 'number') return [null, 2001, 2020];
  const samples = {
    text: field.kind === 'phone' ? '+79161234567' : 'abc',
    choice: 'RU',
    duration: 5,
    day: '2001-05-05',
    moment: '2001-05-05T00:00:00.000Z',
  };
  const sample = samples[kinds[field.kind].valueType as keyof typeof samples];
  return typeof sample === 'string' && sample.startsWith('2001')
    ? [null, sample.replace('2001', '1990'), sample, sample.replace('2001', '2020')]
    : [null, sample];
};

/** All combinations of the fields' values, by name on the wire. */
const combined = (samples: readonly (readonly [string, readonly unknown[]])[]): Record<string, unknown>[] =>
  samples.reduce<Record<string, unknown>[]>(
    (all, [name, values]) => all.flatMap(each => values.map(value => ({ ...each, [name]: value }))),
    [{}],
  );

/** Rules between two fields of a resource: the field that the rule judges, and the other field. */
const dependent = Object.values(insurer.registry.tables).flatMap(table => {
  const { fields, rules = [] } = table.resource;
  return [
    ...Object.entries(fields).flatMap(([name, { required, replacedBy, requiredWhen, parts }]) => [
      ...(required && replacedBy !== undefined ? [[name, replacedBy]] : []),
      ...(requiredWhen ? [[name, requiredWhen.field]] : []),
      ...(parts?.every(part => part in table.writes) ? [[name, name]] : []),
    ]),
    ...rules.map(rule => [rule.field, 'notAfter' in rule ? rule.notAfter : rule.notBefore]),
  ].map(([name = '', other = '']) => [table.resource.name, name, other, table] as const);
});

it.each(dependent)('%s: the form and the server agree about %s beside %s', async (_resource, name, other, table) => {
  const { resource } = table;
  const [otherName = other] = fieldByWireName(resource, other) ?? [];
  const names = [...new Set([name, otherName])];
  const samples = names.flatMap(each => {
    const field = resource.fields[each] as Field;
    return wireNamesForWriting(each, field).map(
      wireName => [wireName, field.parts ? [null, 0, 55] : samplesOf(field)] as const,
    );
  });
  const judged = wireNamesForWriting(name, resource.fields[name] as Field);
  const schema = recordSchema(resource, names, i18nIn('ru'));
  const context = {
    locale: 'ru',
    nowIso: '2026-11-27T09:00:00.000Z',
    companyName: '',
    registry: insurer.registry,
    entries: { title: () => '', has: () => true, hasCode: () => true },
  } as const;
  const verdicts: unknown[] = [];
  for (const values of combined(samples)) {
    const ofForm = await schema.validate(values, { abortEarly: false }).then(
      () => [],
      (error: ValidationError) => error.inner.map(({ path }) => path ?? ''),
    );
    const ofServer = faultsOf(table, values, values, context).map(({ field }) => field);
    const wrong = (fields: readonly string[]) => [...new Set(fields)].filter(field => judged.includes(field)).sort();
    expect(wrong(ofForm), JSON.stringify(values)).toEqual(wrong(ofServer));
    verdicts.push(wrong(ofServer).length > 0);
  }
  // Of the values some break the rule and some do not.
  expect(new Set(verdicts)).toEqual(new Set([true, false]));
});
