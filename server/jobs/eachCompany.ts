import type { Context } from '../context.ts';

/**
 * Does work of the clock for one company after the other. What fails of one is logged and comes again with the clock: it holds
 * up none of the rest.
 */
export const forEachCompany = async (
  { db, log }: Pick<Context, 'db' | 'log'>,
  work: (companyId: number) => Promise<void>,
): Promise<void> => {
  const companies = await db.selectFrom('company').select('id').orderBy('id').execute();
  for (const { id: companyId } of companies)
    await work(companyId).catch((error: unknown) =>
      log.error({ err: error, companyId }, 'clock: failed for a company'),
    );
};
