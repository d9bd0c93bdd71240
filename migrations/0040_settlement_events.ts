import type { Knex } from 'knex'
import { addColumn, createIndex, replaceUnique } from './ddl.ts'

export { down } from './ddl.ts'

const TABLE = 'payment_settlement_row'
const OLD = 'payment_settlement_row_accountId_gatewayTxnId_kind_settle_unique'
const NEW = 'payment_settlement_row_event_unique'

/** What tells two refunds of one payment in one transfer apart: the gateway's own reference, else their place among equals. */
export async function up(db: Knex) {
  // A process that ended while the table was made anew left it under its other name.
  if (await db.schema.hasTable(TABLE)) await addColumn(db, TABLE, 'eventRef', `varchar(40){ci} not null default '#1'`)
  const before = 'accountId, gatewayTxnId, kind, settlementRef'
  await replaceUnique(db, TABLE, [OLD, before], [NEW, `${before}, eventRef`])
  await createIndex(db, TABLE, `${TABLE}_settlementDate`, 'settlementDate')
  await createIndex(db, TABLE, `${TABLE}_accountId_settlementRef`, 'accountId, settlementRef')
  await createIndex(db, TABLE, `${TABLE}_transactionId`, 'transactionId')
}
