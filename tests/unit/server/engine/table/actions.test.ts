import { expect, it } from 'vitest';
import { type ActionServices, actionHandler } from '../../../../../server/engine/table/actions.ts';
import { completed, generatedCalls } from '../../../../../server/engine/table/shapes.ts';
import { insurer } from '../../../../../server/insurer.ts';
import { operatorsTable } from '../../../../../server/modules/users/table.ts';
import { installationCenters } from '../../../../../src/resources/installationCenters.ts';
import { operators } from '../../../../../src/resources/operators.ts';
import { platformKeys } from '../../../../../src/resources/platformKeys.ts';
import { vouchers } from '../../../../../src/resources/vouchers.ts';
import { actionNamed, bulkActions, canAct } from '../../../../../src/schema/define.ts';
import { actionCall } from '../../../../../src/schema/paths.ts';

const start = (rules: ActionServices['rules']) => actionHandler({ rules } as ActionServices, operatorsTable, 'block');

it('a described action that nobody does keeps the server from starting, in words', () => {
  expect(() => start({})).toThrow('Nobody does the action "block" of operators.');
  expect(() => start({ operators: { block: { act: async () => {} } } })).not.toThrow();
});

it('every described action is a call of its own, with what it asks and who may', () => {
  const found = generatedCalls(insurer.registry, operators).filter(({ does }) => 'action' in does);
  expect(found.map(({ name }) => name)).toEqual(
    ['resend', 'block', 'unblock', 'remove'].map(name => `POST /api/v2/Operator/{id}/${name}`),
  );
  const block = completed(insurer.registry, found[1]?.call as Parameters<typeof completed>[1]);
  expect(block.access).toEqual(['MANAGER', 'SUPERUSER']);
  expect(Object.keys((block.body as unknown as { properties: object }).properties)).toEqual(['HandOverTo', 'Reason']);
});

it('an action for many has one more call, which asks the same but for the version of one record', () => {
  const found = generatedCalls(insurer.registry, vouchers).filter(({ does }) => 'bulk' in does);
  expect(found.map(({ name }) => name.split('/').at(-1))).toEqual(bulkActions(vouchers).map(([name]) => name));
  const suspend = found.find(({ does }) => 'bulk' in does && does.bulk === 'suspend');
  expect(suspend?.call.body).toMatchObject({ properties: { Asked: { properties: { Reason: {}, Date: {} } } } });
  expect(suspend?.call.body).not.toMatchObject({ properties: { Asked: { properties: { Version: {} } } } });
});

it('behind an action stands a generated call, one of the contract, a move, or what the form does anyway', () => {
  expect(actionCall(operators, 'block')).toBe('POST /api/v2/Operator/{id}/block');
  expect(actionCall(platformKeys, 'revoke')).toBe('POST /api/v2/PlatformKey/{id}/revoke');
  expect(actionCall(vouchers, 'suspend')).toBe('POST /api/v2/Voucher/{id}/moves/suspend');
  expect(actionCall(vouchers, 'setAgent')).toBeUndefined();
  expect(actionCall(installationCenters, 'remove')).toBeUndefined();
});

it('an action is offered at the values of the record that its description names, a move in the states it begins in', () => {
  const block = actionNamed(operators, 'block');
  expect(canAct(operators, block, { State: 'active' })).toBe(true);
  expect(canAct(operators, block, { State: 'blocked' })).toBe(false);
  expect(canAct(operators, actionNamed(operators, 'remove'), { State: 'blocked' })).toBe(true);
  expect(canAct(vouchers, actionNamed(vouchers, 'resume'), { Status: 'active' })).toBe(false);
  expect(canAct(platformKeys, actionNamed(platformKeys, 'revoke'), {})).toBe(true);
});
