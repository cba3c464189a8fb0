import { randomBytes } from 'node:crypto';
import { readConfig } from '../server/config.ts';
import { inTransaction } from '../server/db/change.ts';
import { connect } from '../server/db/connect.ts';
import { migrate } from '../server/db/migrate.ts';
import { openDatabase } from '../server/db/open.ts';
import { hashPassword } from '../server/modules/account/passwords.ts';
import { readEnvironment } from '../server/process/environment.ts';
import { isEmail, normaliseEmail } from '../src/schema/kinds/email.ts';

/** `npm run create-admin -- <email>`: creates an installation's first company and account with a one-time password. */
const createAdmin = async (argument = ''): Promise<void> => {
  const email = normaliseEmail(argument);
  if (!isEmail(email)) throw new Error('Usage: npm run create-admin -- <email>');
  const environment = readEnvironment();
  const config = readConfig(environment);
  const database = await openDatabase(config);
  const connection = connect(database.url, () => {});
  try {
    await migrate(connection.db, text => console.error(text));
    const existingAccount = await connection.db
      .selectFrom('account')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (existingAccount) throw new Error(`There is already an account ${email}.`);
    const password = randomBytes(12).toString('base64url');
    const company = await connection.db
      .insertInto('company')
      .values({ name: environment.COMPANY_NAME ?? 'Drivedesk' })
      .onConflict(conflict => conflict.column('name').doUpdateSet(eb => ({ name: eb.ref('excluded.name') })))
      .returning(['id', 'name', 'demo'])
      .executeTakeFirstOrThrow();
    if (company.demo) throw new Error(`"${company.name}" is a demo company. Set COMPANY_NAME to another name.`);
    const password_hash = await hashPassword(password);
    const author = { companyId: company.id, accountId: null, name: 'create-admin', requestId: null, at: new Date() };
    await inTransaction(connection.db, author, async tx => {
      const { id } = await tx.db
        .insertInto('account')
        .values({ company_id: company.id, email, full_name: email, roles: ['MANAGER', 'SUPERUSER'], password_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      tx.countRows('operators', '', 1);
      await tx.audit({
        entity: 'account',
        entityId: id,
        action: 'create',
        changes: [{ field: 'Email', before: null, after: email }],
      });
    });
    console.log(`Account ${email} is made. Its password, shown only now: ${password}`);
  } finally {
    await connection.close();
    await database.stop();
  }
};

createAdmin(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
