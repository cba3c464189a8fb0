import { describe, expect, test } from 'vitest';
import { kinds } from '../../../../src/fields/registry.ts';
import { schemaOf } from '../../../../src/fields/schemas.ts';
import { fieldKinds } from '../../../../src/schema/kinds/field.ts';

const translate = (key: string) => key;

describe.each(fieldKinds)('%s', kind => {
  test('is handled on every side', () => {
    expect(kinds[kind].Cell).toBeTypeOf('function');
    expect(kinds[kind].width).toBeGreaterThan(0);
    expect(schemaOf({ kind }, translate)).toBeDefined();
  });
});
