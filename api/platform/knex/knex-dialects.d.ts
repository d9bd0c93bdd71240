/** The classes that Knex and its dialects are made of, which its types do not show. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  // biome-ignore lint/suspicious/noExplicitAny: the class has no types
  const BetterSqlite: any
  export default BetterSqlite
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  const SqliteTransaction: new (
    ...args: unknown[]
  ) => { trxClient: { query(connection: object, sql: string): Promise<unknown> }; isCompleted(): boolean }
  export default SqliteTransaction
}

declare module 'knex/lib/dialects/mysql2/index.js' {
  // biome-ignore lint/suspicious/noExplicitAny: the class has no types
  const Mysql2: any
  export default Mysql2
}

declare module 'knex/lib/dialects/mysql2/transaction.js' {
  import type { MysqlConnection } from './mysql-client.ts'

  const Mysql2Transaction: new (
    ...args: unknown[]
  ) => {
    _completed: boolean
    _rejecter(error: Error): void
    rollback(connection: MysqlConnection, error: Error): Promise<unknown>
  }
  export default Mysql2Transaction
}

declare module 'knex/lib/execution/runner.js' {
  export default class Runner<Client, Builder> {
    client: Client
    builder: Builder
    constructor(client: Client, builder: Builder)
    run(): Promise<unknown>
  }
}
