import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const tables = [
  `create table if not exists gateway_payment (
    id integer primary key autoincrement, gateway text not null, txnNo text not null, amount text not null,
    paid text not null, status text not null default 'PENDING', settledAt text not null,
    deafUntil text not null default '', idPrefix text not null, echo text not null, unique (gateway, txnNo))`,
  `create table if not exists gateway_notice (
    id integer primary key autoincrement, path text not null, body text not null, dueAt text not null)`,
  `create table if not exists gateway_again (
    id integer primary key autoincrement, gateway text not null, txnNo text not null, gatewayTxnId text not null,
    paid text not null, at text not null)`,
  `create table if not exists gateway_return (
    id integer primary key autoincrement, gateway text not null, gatewayTxnId text not null, kind text not null,
    amount integer not null, at text not null, dueAt text not null, ends text not null, refundNo text not null)`,
  `create table if not exists gateway_told (
    id integer primary key autoincrement, gateway text not null, what text not null, code text not null)`,
]

/** Columns that came after the first files were written. */
const later = [
  ['gateway_payment', 'word', `text not null default ''`],
  ['gateway_payment', 'currency', `text not null default 'INR'`],
  ['gateway_payment', 'notifyPath', `text not null default ''`],
] as const

/** Opens the file of all simulated gateways, with its tables as they are now. */
export function openLedgerFile(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  for (const table of tables) db.exec(table)
  for (const [table, column, type] of later) {
    const known = db.prepare(`select 1 from pragma_table_info(?) where name = ?`).get(table, column)
    if (!known) db.exec(`alter table ${table} add column ${column} ${type}`)
  }
  return db
}
