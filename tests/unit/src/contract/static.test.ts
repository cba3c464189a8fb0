import Type, { type Static as StaticOfTypeBox } from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import type { Static } from '../../../../src/contract/static.ts';

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
