import type { Context } from '../../context.ts';

/**
 * Does recurring work for each company in turn. An error of one company is logged and does not affect the others. The
 * work is tried again at its next scheduled time.
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
