import { CompiledQuery, type Kysely } from 'kysely';
import { Values } from '../../db/sqlText.ts';
import type { Database } from '../../db/types.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { halfWidthTenthsSql, judgementSql, priorJoinSql, scoreTenthsSql, worstSql } from './scoreSql.ts';

/** Recomputes the scores of the company's objects with its newest means. The sums stay unchanged. */
export const recomputeScores = async (db: Kysely<Database>, companyId: number): Promise<void> => {
  const values = new Values();
  const columns = Object.entries(judgementSql(scoreTenthsSql, halfWidthTenthsSql));
  const names = columns.map(([name]) => name);
  const text = `update object_score set formula = ${currentFormula.version},
      ${[...names, 'worst'].map(name => `${name} = rescored.${name}`).join(', ')}
    from (select object_id as id, ${columns.map(([name, expression]) => `${expression} as ${name}`).join(', ')}, ${worstSql} as worst
      from object_score join ${priorJoinSql(companyId, values)} where company_id = ${values.add(companyId)}::bigint) rescored
    where object_score.company_id = ${values.add(companyId)}::bigint and object_score.object_id = rescored.id`;
  await db.executeQuery(CompiledQuery.raw(text, [...values.list]));
};
