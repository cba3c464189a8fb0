import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/types.ts';
import { buhlmannStraub, type DriverDays } from '../../domain/score/credibility.ts';
import { currentFormula, type Priors } from '../../domain/score/formula.ts';
import { driverDaysSql } from '../statistics/service.ts';

/**
 * Company means from the drivers' days. Parts with too few drivers keep the means of the formula.
 * The means stay fixed until the next measurement, so that the driving of others does not change a score.
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
