import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ValidationError } from 'yup';
import { valueFault } from '../../../../server/engine/table/checks.ts';
import { generatedCalls, resolveCall } from '../../../../server/engine/table/shapes.ts';
import { makeBodyCheck } from '../../../../server/engine/validation.ts';
import type { FieldFault } from '../../../../server/errors.ts';
import { insurer } from '../../../../server/insurer.ts';
import type { Call } from '../../../../src/contract/call.ts';
import { fieldMessage, type Locale } from '../../../../src/contract/messages/index.ts';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import { writableFields } from '../../../../src/schema/define.ts';
import type { Field } from '../../../../src/schema/fields.ts';
import { parseValue } from '../../../../src/schema/kinds/rules.ts';
import { wireNamesForWriting } from '../../../../src/schema/wire.ts';
import { i18nIn } from '../../../support/i18n.ts';

const { registry } = insurer;
const now = new Date('2026-11-27T20:30:00.000Z');
beforeAll(() => vi.useFakeTimers({ now, toFake: ['Date'] }));
afterAll(() => vi.useRealTimers());

interface Body {
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Each call that writes described fields: the fields, the schema of the body, the path of the fields in the body. */
const calls = [
  ...Object.entries(registry.calls).map(([name, call]) => [name, call as Call] as const),
  ...Object.values(registry.tables).flatMap(({ resource }) =>
    generatedCalls(registry, resource).map(({ name, call }) => [name, call] as const),
  ),
].flatMap(([name, call]) => {
  const { fields = {}, body } = resolveCall(registry, call);
  // Calls of the first interface replace the shape of some fields.
  const { properties: own = {} } = (
    call.changes || call.creates || call.lifeCycleMove ? (call.body ?? {}) : {}
  ) as Body;
  const { properties = {} } = (body ?? {}) as Body;
  const written = Object.entries(fields).filter(([path]) => path in properties && !(path in own));
  return written.length > 0 ? [[name, body as object, Object.fromEntries(written)] as const] : [];
});

/** Values of any type, and those at and beside each limit of the field. */
const samplesOf = (field: Field): readonly unknown[] => {
  const { minimum = 0, maximum = 0, minLength = 0, maxLength = 500, choices = [] } = field;
  return [
    ...[
      null,
      undefined,
      '',
      '   ',
      'abc',
      '0',
      true,
      false,
      {},
      [],
      [1],
      ['abc'],
      [0],
      [null],
      { Id: '1', Title: 'x' },
    ],
    ...[0, -1, 1, 1.5, 1e9, 1e18, Number.NaN, minimum - 1, minimum, maximum, maximum + 1, 90, 90.1, 180.1, -181],
    ...[2026, 2027, 2028, 1899],
    ...[minLength - 1, minLength, maxLength, maxLength + 1].map(length => 'ы'.repeat(Math.max(0, length))),
    ...['\u0000', 'a\ud800', `  ${'x'.repeat(maxLength)} `, 'a@b.ru', `${'a'.repeat(260)}@b.ru`, 'RU', 'XX'],
    ...['+79161234567', '+7916', '356938035643809', '356938035643808', 'XTA210990Y2766389', 'А123ВС77', 'А000ВС77'],
    ...['1850-01-01', '1900-01-01', '2026-11-27', '2026-11-28', '2026-11-29', '2199-12-31', '9999-12-31', '2026-02-30'],
    ...['1985-03-05T00:00:00.000Z', '2026-11-27T20:29:59.000Z', '2026-11-27T20:31:00.000Z', '2027-11-27T20:30:01.000Z'],
    ...['2099-12-31T23:59:59.000Z', '2100-01-01T00:00:00.000Z', '2026-02-30T10:00:00.000Z', '2026-11-27T25:00:00.000Z'],
    ...['1:1', '0:1', ['1:1'], ['1:0'], Array.from({ length: 101 }, (_, at) => at + 1)],
    ...[choices, [...choices, 'another'], ...choices],
  ];
};

const context = {
  locale: 'ru',
  nowIso: now.toISOString(),
  companyName: '',
  registry,
  entries: { title: () => '', has: () => true, hasCode: () => true },
} as const;

const seen = new Set<string>();
/** Whether another call has the same field with the same schema, which was judged already. */
const isJudged = (...question: readonly unknown[]): boolean => {
  const key = JSON.stringify(question);
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
};

it.each(calls)('%s: the form and the server judge every value alike', async (_name, schema, fields) => {
  const check = makeBodyCheck(schema as Readonly<Record<string, unknown>>, fields);
  /** Returns the message with which the server refuses a body with this value, or undefined if it accepts the body. */
  const ofServer = (name: string, value: unknown, locale: Locale): string | undefined => {
    const body = value === undefined ? {} : { [name]: value };
    const field = fields[name] as Field;
    const fault =
      check(body).find(each => each.field.split('.')[0] === name) ??
      (valueFault(parseValue(value, field), field, context, undefined) as FieldFault | undefined);
    return fault && fieldMessage(locale, fault.message, fault.values);
  };
  for (const locale of ['ru', 'en'] as const) {
    for (const [name, field] of Object.entries(fields)) {
      if (isJudged(locale, field, (schema as Body).properties?.[name])) continue;
      const shape = schemaOf(field, i18nIn(locale));
      for (const value of samplesOf(field)) {
        const ofForm = await shape.validate(value).then(
          () => undefined,
          (error: ValidationError) => error.message,
        );
        const sent: unknown = shape.cast(value, { assert: false });
        expect(ofServer(name, sent, locale), `${name}: ${JSON.stringify(value)}`).toBe(ofForm);
      }
    }
  }
});

it('covers every field of every form', () => {
  const judged = new Set(calls.flatMap(([, , fields]) => Object.keys(fields)));
  const written = Object.values(registry.tables).flatMap(({ resource }) => [
    ...[resource, ...Object.values(resource.actions ?? {}).flatMap(({ dialog }) => dialog ?? [])].flatMap(described =>
      [...writableFields(described, 'create'), ...writableFields(described, 'update')].flatMap(name =>
        wireNamesForWriting(name, described.fields[name] as Field),
      ),
    ),
  ]);
  // Calls with shapes of their own: registering and mapping a quarantined device, and activating a webhook.
  const byHand = ['VoucherId', 'DeviceId', 'Url', 'Secret'];
  expect(new Set(written.filter(name => !judged.has(name)))).toEqual(new Set(byHand));
});
