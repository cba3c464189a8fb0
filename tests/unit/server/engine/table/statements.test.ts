import { describe, expect, it } from 'vitest';
import { splitStatements } from '../../../../../server/db/migrate.ts';
import type { Statement } from '../../../../../server/db/sqlText.ts';
import { type ActionServices, actionHandler } from '../../../../../server/engine/table/actions.ts';
import { tableQuerySchema } from '../../../../../server/engine/table/parameters.ts';
import { referenceFaults, referenceFaultsOf } from '../../../../../server/engine/table/references.ts';
import { generatedCalls, resolveCall } from '../../../../../server/engine/table/shapes.ts';
import { insurer } from '../../../../../server/insurer.ts';
import { operatorsTable } from '../../../../../server/modules/users/table.ts';
import type { Call } from '../../../../../src/contract/call.ts';
import { calls } from '../../../../../src/contract/index.ts';
import { devices } from '../../../../../src/resources/devices.ts';
import { installationCenters } from '../../../../../src/resources/installationCenters.ts';
import { operators } from '../../../../../src/resources/operators.ts';
import { platformKeys } from '../../../../../src/resources/platformKeys.ts';
import { vouchers } from '../../../../../src/resources/vouchers.ts';
import { actionByName, bulkActions, defineResource, isActionAllowed } from '../../../../../src/schema/define.ts';
import { f } from '../../../../../src/schema/fields.ts';
import { actionCall } from '../../../../../src/schema/paths.ts';

describe('SQL is split into statements', () => {
  it('at semicolons, whose statements may lack the last one', () => {
    expect(splitStatements('select 1; select 2 ;\nselect 3')).toEqual(['select 1', 'select 2', 'select 3']);
  });

  it.each([
    ['a text', "select 'a;b', 'it''s;'"],
    ['a text that ends with a backslash', "select 'C:\\' || ';'"],
    ['a text with escapes', "select E'it\\'s; \\\\' || e';'"],
    ['a name', 'select 1 as "a;""b;"'],
    ['a dollar quote', 'do $$ begin perform 1; end; $$'],
    ['a named dollar quote around another', 'do $body$ begin execute $$select 1;$$; end; $body$'],
    ['a comment', 'select 1 -- not; here\n + 2'],
    ['a comment with an apostrophe', "select 1 -- it's\n + 2"],
    ['comments in comments', "select /* a; /* b; */ it's; */ 1"],
    ['a rule', 'create rule r as on insert to t do also (insert into u values (1); insert into u values (2))'],
    [
      'the body of a function',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
    ],
  ])('at no semicolon inside %s', (_what, text) => {
    expect(splitStatements(`${text}; select 9;`)).toEqual([text, 'select 9']);
  });

  it('where a parameter or a name holds a dollar, which begins no quote', () => {
    expect(splitStatements('select $1, a$b$c from t; select $2')).toEqual(['select $1, a$b$c from t', 'select $2']);
  });

  it('and none of comments, spaces and lone semicolons', () => {
    expect(splitStatements(' ; -- nothing\n; /* nothing */ ;;')).toEqual([]);
  });

  it('keeping a comment with the statement that follows it', () => {
    expect(splitStatements('-- one\nselect 1;\n-- two; three\nselect 2;')).toEqual([
      '-- one\nselect 1',
      '-- two; three\nselect 2',
    ]);
  });

  it('and a transaction begins with a statement of its own', () => {
    expect(splitStatements('begin; select 1; end')).toEqual(['begin', 'select 1', 'end']);
  });
});

const visits = defineResource({
  name: 'visits',
  entity: 'visit',
  label: {
    ru: { title: 'Визиты', one: 'визит', few: 'визита', many: 'визитов' },
    en: { title: 'Visits', one: 'visit', other: 'visits' },
  },
  title: 'Export',
  fields: {
    Export: f.reference({ label: { ru: 'Выгрузка', en: 'Export' }, targetResource: 'exports', idField: 'ExportId' }),
  },
  list: { columns: ['Export'], sort: 'Export-asc' },
  access: { read: [] },
});

it('a reference is looked for among the company’s rows of its resource, not among all that lie in the table', async () => {
  const asked: Statement[] = [];
  const read = async (statement: Statement) => {
    asked.push(statement);
    return [];
  };
  const faults = await referenceFaults(read as never, insurer.registry, visits, 3, { ExportId: 7 });
  expect(faults).toEqual([{ field: 'ExportId', message: 'unknownOption' }]);
  expect(asked[0]?.text).toContain(
    `where company_id = $1 and kind in ('export', 'scheduledExport') and id = any($2::bigint[])`,
  );
  expect(asked[0]?.values).toEqual([3, [7]]);
});

it('references of many bodies are looked for at once, and each has its own fault', async () => {
  const asked: Statement[] = [];
  const read = async (statement: Statement) => {
    asked.push(statement);
    return [{ id: 7, title: 'a' }];
  };
  const bodies = [{ ExportId: 7 }, { ExportId: 8 }, {}, { ExportId: 7 }];
  const faults = await referenceFaultsOf(read as never, insurer.registry, visits, 3, bodies);
  expect(faults).toEqual([[], [{ field: 'ExportId', message: 'unknownOption' }], [], []]);
  expect(asked.map(({ values }) => values)).toEqual([[3, [7, 8]]]);
});

const start = (rules: ActionServices['rules']) => actionHandler({ rules } as ActionServices, operatorsTable, 'block');

it('a described action that nobody does keeps the server from starting, in words', () => {
  expect(() => start({})).toThrow('Nobody does the action "block" of operators.');
  expect(() => start({ operators: { block: { act: async () => {} } } })).not.toThrow();
});

it('every described action is a call of its own, with what it asks and who may', () => {
  const found = generatedCalls(insurer.registry, operators).filter(({ operation }) => 'action' in operation);
  expect(found.map(({ name }) => name)).toEqual(
    ['resend', 'block', 'unblock', 'remove'].map(name => `POST /api/v2/Operator/{id}/${name}`),
  );
  const block = resolveCall(insurer.registry, found[1]?.call as Parameters<typeof resolveCall>[1]);
  expect(block.access).toEqual(['MANAGER', 'SUPERUSER']);
  expect(Object.keys((block.body as unknown as { properties: object }).properties)).toEqual(['HandOverTo', 'Reason']);
});

it('an action for many has one more call, which asks the same but for the version of one record', () => {
  const found = generatedCalls(insurer.registry, vouchers).filter(({ operation }) => 'bulk' in operation);
  expect(found.map(({ name }) => name.split('/').at(-1))).toEqual(bulkActions(vouchers).map(([name]) => name));
  const suspend = found.find(({ operation }) => 'bulk' in operation && operation.bulk === 'suspend');
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
  const block = actionByName(operators, 'block');
  expect(isActionAllowed(operators, block, { State: 'active' })).toBe(true);
  expect(isActionAllowed(operators, block, { State: 'blocked' })).toBe(false);
  expect(isActionAllowed(operators, actionByName(operators, 'remove'), { State: 'blocked' })).toBe(true);
  expect(isActionAllowed(vouchers, actionByName(vouchers, 'resume'), { Status: 'active' })).toBe(false);
  expect(isActionAllowed(platformKeys, actionByName(platformKeys, 'revoke'), {})).toBe(true);
});

it('the query of a list is one object whoever asks for it, so that an export does not wait for its check to be compiled', () => {
  const call: Call = calls['GET /api/v2/Voucher/table'];
  expect(tableQuerySchema(vouchers, call)).toBe(tableQuerySchema(vouchers, call));
  expect(tableQuerySchema(vouchers, call)).not.toBe(tableQuerySchema(devices, call));
});
