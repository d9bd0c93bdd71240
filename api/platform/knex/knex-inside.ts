// What Knex's documentation has no hook for, in one place: its dialects write the right SQL, and only their driver, their
// transactions and the way a statement runs are replaced. `tests/api/platform/knex-inside.test.ts` holds the release of
// Knex that this was read against, and the members that are used.
import BetterSqlite from 'knex/lib/dialects/better-sqlite3/index.js'
import Mysql2 from 'knex/lib/dialects/mysql2/index.js'
import Mysql2Transaction from 'knex/lib/dialects/mysql2/transaction.js'
import SqliteTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import Runner from 'knex/lib/execution/runner.js'

/** The client for SQLite: its SQL is right for Node's own driver too. */
export class KnexSqlite extends BetterSqlite {}
export class KnexSqliteTransaction extends SqliteTransaction {}

/** The client for MariaDB and MySQL. */
export class KnexMysql extends Mysql2 {}
export class KnexMysqlTransaction extends Mysql2Transaction {}

/** What runs a statement of a builder on a connection. */
export class KnexRunner<Client, Builder> extends Runner<Client, Builder> {}
