import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Db } from './connect.ts';
import { splitStatements } from './statements.ts';
import type { Database } from './types.ts';

/** A text with parameters is one statement by the rules of the protocol. */
const statementsOf = ({ sql, parameters }: CompiledQuery): readonly string[] =>
  parameters.length > 0 ? [sql] : splitStatements(sql);

/** Sends each statement of a text separately and returns the last result, because a cluster refuses several at once. */
const oneByOne = (connection: DatabaseConnection): DatabaseConnection => ({
  executeQuery: async <Row>(query: CompiledQuery) => {
    let result = { rows: [] as Row[] };
    for (const text of statementsOf(query))
      result = await connection.executeQuery<Row>(CompiledQuery.raw(text, [...query.parameters]));
    return result;
  },
  streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
});

/** Gives `work` a single connection of `db` on which every statement is sent separately. */
export const sendingOneByOne = <Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> =>
  db.getExecutor().provideConnection(connection => {
    const only = oneByOne(connection);
    const send = async (text: string) => void (await only.executeQuery(CompiledQuery.raw(text)));
    return work(
      new Kysely<Database>({
        dialect: {
          createAdapter: () => new PostgresAdapter(),
          createQueryCompiler: () => new PostgresQueryCompiler(),
          createIntrospector: own => new PostgresIntrospector(own),
          createDriver: () => ({
            init: async () => {},
            acquireConnection: async () => only,
            beginTransaction: () => send('begin'),
            commitTransaction: () => send('commit'),
            rollbackTransaction: () => send('rollback'),
            releaseConnection: async () => {},
            destroy: async () => {},
          }),
        },
      }),
    );
  });
