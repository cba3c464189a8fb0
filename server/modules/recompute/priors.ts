import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import { buhlmannStraub, type DriverDays } from '../../domain/score/credibility.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import { driverDaysSql } from '../statistics/service.ts';

/**
 * The means of a company's drivers, from their days; parts that too few drivers tell of keep the formula's own. They hold
 * until the next time: a score does not change because somebody else drove.
 */
export const measurePriors = async (db: Kysely<Database>, companyId: number): Promise<Priors> => {
  const measured: Record<string, unknown> = {};
  for (const { part, sql: text } of driverDaysSql) {
    const { rows } = await sql<DriverDays>`${sql.raw(text.replace('$1', String(Number(companyId))))}`.execute(db);
    const prior = buhlmannStraub(rows);
    if (prior) measured[part] = prior;
  }
  return { ...currentFormula.priors, ...measured };
};
