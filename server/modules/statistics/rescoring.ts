import { CompiledQuery, type Kysely } from 'kysely';
import { Values } from '../../db/sqlText.ts';
import type { Database } from '../../db/types.ts';
import { currentFormula } from '../../domain/score/formula.ts';
import { halfWidthTenthsSql, judgementSql, priorRowSql, scoreTenthsSql, worstSql } from './scoreSql.ts';

/** Recomputes the scores of the company's objects with its newest means. The sums stay unchanged. */
export const recomputeScores = async (db: Kysely<Database>, companyId: number): Promise<void> => {
  const values = new Values();
  const columns = Object.entries(judgementSql(scoreTenthsSql, halfWidthTenthsSql));
  const text = `update object_score set formula = ${currentFormula.version},
      ${columns.map(([name, expression]) => `${name} = ${expression}`).join(', ')}, worst = ${worstSql} from ${priorRowSql(companyId, values)}
    where object_score.company_id = ${values.add(companyId)}::bigint`;
  await db.executeQuery(CompiledQuery.raw(text, [...values.list]));
};
