import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { Fields } from '../../payments/gateways/fields.ts'

/** How a payment ended; it counts from `settledAt` on, before that the payment is pending. */
export interface Ending {
  status: WordMeaning
  paid: string
  settledAt: string
  /** Until when questions about it are not answered. */
  deafUntil: string
}

/** A payment as its simulated gateway knows it: `amount` was asked for, `paid` was paid. */
export interface SimulatedPayment extends Ending {
  gateway: string
  txnNo: string
  amount: string
  gatewayTxnId: string
  echo: Fields
}

/** What a gateway's server still has to tell the shop. */
export interface Notice {
  path: string
  body: string
  dueAt: string
}

export type Ledger = ReturnType<typeof openLedger>

/** The file of all simulated gateways: a gateway forgets neither a payment nor a notice because the portal restarted. */
export function openLedger(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(`create table if not exists gateway_payment (
    id integer primary key autoincrement, gateway text not null, txnNo text not null, amount text not null,
    paid text not null, status text not null default 'PENDING', settledAt text not null,
    deafUntil text not null default '', idPrefix text not null, echo text not null, unique (gateway, txnNo))`)
  db.exec(`create table if not exists gateway_notice (
    id integer primary key autoincrement, path text not null, body text not null, dueAt text not null)`)

  function find(gateway: string, txnNo: string): SimulatedPayment | null {
    const row = db.prepare('select * from gateway_payment where gateway = ? and txnNo = ?').get(gateway, txnNo)
    if (!row) return null
    const { id, idPrefix, echo, ...payment } = row as Record<string, string>
    return {
      ...(payment as unknown as SimulatedPayment),
      gatewayTxnId: `${idPrefix}${String(id).padStart(10, '0')}`,
      echo: JSON.parse(echo!) as Fields,
    }
  }

  /** The payment of this number, begun now when it is new; a number keeps the amount it first came with. */
  function begin(begun: {
    gateway: string
    txnNo: string
    amount: string
    idPrefix: string
    echo: Fields
    at: string
  }) {
    const { gateway, txnNo, amount, idPrefix, echo, at } = begun
    db.prepare(
      `insert into gateway_payment (gateway, txnNo, amount, paid, settledAt, idPrefix, echo)
       values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ).run(gateway, txnNo, amount, amount, at, idPrefix, JSON.stringify(echo))
    return find(gateway, txnNo)!
  }

  /** Decides a payment that is still open; a success is never taken back. False when it was decided before. */
  function decide({ gateway, txnNo }: SimulatedPayment, { status, paid, settledAt, deafUntil }: Ending): boolean {
    const decided = db
      .prepare(
        `update gateway_payment set status = ?, paid = ?, settledAt = ?, deafUntil = ?
         where gateway = ? and txnNo = ? and status <> 'SUCCESS'`,
      )
      .run(status, paid, settledAt, deafUntil, gateway, txnNo)
    return decided.changes === 1
  }

  const note = ({ path, body, dueAt }: Notice) =>
    db.prepare('insert into gateway_notice (path, body, dueAt) values (?, ?, ?)').run(path, body, dueAt)

  /** Takes out the oldest notice that is due; null when there is none. */
  const takeNotice = (now: string): Notice | null =>
    (db
      .prepare(
        `delete from gateway_notice where id =
         (select id from gateway_notice where dueAt <= ? order by dueAt, id limit 1) returning path, body, dueAt`,
      )
      .get(now) as unknown as Notice | undefined) ?? null

  return { find, begin, decide, note, takeNotice, close: () => db.close() }
}

export const statusAt = (payment: SimulatedPayment, now: string): WordMeaning =>
  payment.settledAt <= now ? payment.status : 'PENDING'
