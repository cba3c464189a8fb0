import { expect, it } from 'vitest';
import type { Statement } from '../../../../../server/db/sqlText.ts';
import { referenceFaults, referenceFaultsOf } from '../../../../../server/engine/table/references.ts';
import { insurer } from '../../../../../server/insurer.ts';
import { defineResource } from '../../../../../src/schema/define.ts';
import { f } from '../../../../../src/schema/fields.ts';

const visits = defineResource({
  name: 'visits',
  entity: 'visit',
  label: {
    ru: { title: 'Визиты', one: 'визит', few: 'визита', many: 'визитов' },
    en: { title: 'Visits', one: 'visit', other: 'visits' },
  },
  title: 'Export',
  fields: {
    Export: f.reference({ label: { ru: 'Выгрузка', en: 'Export' }, to: 'exports', idField: 'ExportId' }),
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
  expect(asked[0]?.text).toContain(`where company_id = $1 and kind = 'export' and id = any($2::bigint[])`);
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
