import { expect, it } from 'vitest';
import type { Context } from '../../../../server/context.ts';
import { operatorsTable } from '../../../../server/modules/users/table.ts';
import { actionHandler } from '../../../../server/table/actions.ts';
import type { Presenting } from '../../../../server/table/define.ts';
import { completed, generatedCalls } from '../../../../server/table/shapes.ts';
import { actionNamed, canAct } from '../../../../src/resources/define.ts';
import { operators } from '../../../../src/resources/operators.ts';

const start = (rules: Parameters<typeof actionHandler>[3]) =>
  actionHandler({} as Context, {} as Presenting['entries'], operatorsTable, rules, 'block');

it('a described action that nobody does keeps the server from starting, in words', () => {
  expect(() => start({})).toThrow('Nobody does the action "block" of operators.');
  expect(() => start({ operators: { block: async () => {} } })).not.toThrow();
});

it('every described action is a call of its own, with what it asks and who may', () => {
  const found = generatedCalls(operators).filter(({ does }) => 'action' in does);
  expect(found.map(({ name }) => name)).toEqual(
    ['resend', 'block', 'unblock', 'remove'].map(name => `POST /api/v2/Operator/{id}/${name}`),
  );
  const block = completed(found[1]?.call as Parameters<typeof completed>[0]);
  expect(block.access).toEqual(['MANAGER', 'SUPERUSER']);
  expect(Object.keys((block.body as unknown as { properties: object }).properties)).toEqual(['HandOverTo', 'Reason']);
});

it('an action is offered at the values of the record that its description names', () => {
  const block = actionNamed(operators, 'block');
  expect(canAct(block, { State: 'active' })).toBe(true);
  expect(canAct(block, { State: 'blocked' })).toBe(false);
  expect(canAct(actionNamed(operators, 'remove'), { State: 'blocked' })).toBe(true);
});
