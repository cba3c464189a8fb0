import Type, { type Static as StaticOfTypeBox } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import { errorMessage } from '../../../../src/contract/messages/index.ts';
import type { Static } from '../../../../src/contract/static.ts';

it('an error that is kept is read in the reader’s language, words of it too', () => {
  const values = { state: { ru: 'закрыт', en: 'closed' }, possible: { ru: 'ничего', en: 'nothing' } };
  expect(errorMessage('en', 'STATE_FORBIDS', values)).toBe(
    'Not possible now: the stage is “closed”. Possible: nothing',
  );
  expect(errorMessage('ru', 'STATE_FORBIDS', values)).toBe('Сейчас это невозможно: стадия «закрыт». Возможно: ничего');
  expect(errorMessage('en', 'STATE_FORBIDS', { state: 'closed', possible: 'nothing' })).toBe(
    'Not possible now: the stage is “closed”. Possible: nothing',
  );
});

const Every = Type.Object({
  text: Type.String(),
  number: Type.Number(),
  whole: Type.Integer(),
  yes: Type.Boolean(),
  nothing: Type.Null(),
  anything: Type.Unknown(),
  one: Type.Literal('one'),
  chosen: Type.Enum(['a', 'b', 3]),
  list: Type.Array(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) })),
  place: Type.Tuple([Type.Number(), Type.String()]),
  either: Type.Union([Type.String(), Type.Null(), Type.Object({ id: Type.Integer() })]),
  byName: Type.Record(Type.String(), Type.Number()),
  ours: Type.Unsafe<'x' | 7>({ type: 'string' }),
  empty: Type.Object({}),
  perhaps: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});
const Some = Type.Partial(Type.Omit(Every, ['list', 'empty']));

it('types the values of each kind as TypeBox does', () => {
  expectTypeOf<Static<typeof Every>>().toEqualTypeOf<StaticOfTypeBox<typeof Every>>();
  expectTypeOf<Static<typeof Some>>().toEqualTypeOf<StaticOfTypeBox<typeof Some>>();
  expect(Object.keys(Every.properties)).toContain('perhaps');
});
