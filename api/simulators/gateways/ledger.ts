import type { DatabaseSync } from 'node:sqlite'
import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import { openLedgerFile } from './ledger-file.ts'
import { type Returns, returnsIn } from './returns.ts'

/** How a payment ended; it counts from `settledAt` on, before that the payment is pending. */
export interface Ending {
  status: WordMeaning
  paid: string
  settledAt: string
  /** Until when questions about it are not answered. */
  deafUntil: string
  /** The currency that was taken. */
  currency?: string
  /** The gateway's own word where it is another than that of the status. */
  word?: string
}

/** A payment as its simulated gateway knows it: `amount` was asked for, `paid` was paid by its last capture. */
export interface SimulatedPayment extends Ending {
  gateway: string
  txnNo: string
  amount: string
  gatewayTxnId: string
  echo: Fields
  /** Where the gateway's server tells of it. */
  notifyPath?: string
}

/** One capture of a payment: a payment may have been captured twice. */
export interface SimulatedCapture {
  gateway: string
  txnNo: string
  gatewayTxnId: string
  /** In rupees, as it was written. */
  paid: string
  at: string
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
  const db = openLedgerFile(file)
  const returns: Returns = returnsIn(db)

  function find(gateway: string, txnNo: string): SimulatedPayment | null {
    const row = db.prepare('select * from gateway_payment where gateway = ? and txnNo = ?').get(gateway, txnNo)
    if (!row) return null
    const { id, idPrefix, echo, ...payment } = row as Record<string, string>
    const again = db
      .prepare('select gatewayTxnId, paid from gateway_again where gateway = ? and txnNo = ? order by id desc')
      .get(gateway, txnNo)
    return {
      ...(payment as unknown as SimulatedPayment),
      gatewayTxnId: numberOf(idPrefix!, Number(id)),
      ...(again as { gatewayTxnId: string; paid: string } | undefined),
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
    notifyPath?: string
  }) {
    const { gateway, txnNo, amount, idPrefix, echo, at, notifyPath = '' } = begun
    db.prepare(
      `insert into gateway_payment (gateway, txnNo, amount, paid, settledAt, idPrefix, echo, notifyPath)
       values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ).run(gateway, txnNo, amount, amount, at, idPrefix, JSON.stringify(echo), notifyPath)
    return find(gateway, txnNo)!
  }

  /** Decides a payment that is still open; a success is never taken back. False when it was decided before. */
  function decide({ gateway, txnNo }: SimulatedPayment, ending: Ending): boolean {
    return save({ gateway, txnNo }, ending, `and status <> 'SUCCESS'`)
  }

  function save({ gateway, txnNo }: Pick<SimulatedPayment, 'gateway' | 'txnNo'>, ending: Ending, only = '') {
    const { status, paid, settledAt, deafUntil, currency = 'INR', word = '' } = ending
    const saved = db
      .prepare(
        `update gateway_payment set status = ?, paid = ?, settledAt = ?, deafUntil = ?, currency = ?, word = ?
         where gateway = ? and txnNo = ? ${only}`,
      )
      .run(status, paid, settledAt, deafUntil, currency, word, gateway, txnNo)
    return saved.changes === 1
  }

  /** Takes the money of a payment once more, under another number. */
  function captureAgain({ gateway, txnNo, gatewayTxnId }: SimulatedPayment, paid: string, at: string) {
    const count = db.prepare('select count(*) as n from gateway_again').get() as { n: number }
    const number = `${gatewayTxnId.slice(0, -4)}9${String(count.n + 1).padStart(3, '0')}`
    db.prepare('insert into gateway_again (gateway, txnNo, gatewayTxnId, paid, at) values (?, ?, ?, ?, ?)').run(
      ...[gateway, txnNo, number, paid, at],
    )
    return find(gateway, txnNo)!
  }

  /** All captures of a gateway until an instant, in their order. */
  const captures = (gateway: string, until: string): SimulatedCapture[] => capturesIn(db, gateway, until)

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

  /** The payments of a gateway, the latest first. */
  const payments = (gateway: string, most = 50): SimulatedPayment[] =>
    (
      db.prepare('select txnNo from gateway_payment where gateway = ? order by id desc limit ?').all(gateway, most) as {
        txnNo: string
      }[]
    ).map(({ txnNo }) => find(gateway, txnNo)!)

  return {
    ...{ find, begin, decide, save, captureAgain, captures, payments, note, takeNotice, returns },
    close: () => db.close(),
  }
}

const numberOf = (prefix: string, id: number) => `${prefix}${String(id).padStart(10, '0')}`

function capturesIn(db: DatabaseSync, gateway: string, until: string): SimulatedCapture[] {
  const first = db
    .prepare(
      `select id, idPrefix, gateway, txnNo, paid, settledAt as at from gateway_payment
       where gateway = ? and settledAt <= ? and status = 'SUCCESS'`,
    )
    .all(gateway, until) as unknown as (SimulatedCapture & { id: number; idPrefix: string })[]
  const again = db
    .prepare('select gateway, txnNo, gatewayTxnId, paid, at from gateway_again where gateway = ? and at <= ?')
    .all(gateway, until) as unknown as SimulatedCapture[]
  return [
    ...first.map(({ id, idPrefix, ...capture }) => ({ ...capture, gatewayTxnId: numberOf(idPrefix, id) })),
    ...again,
  ].sort((one, other) => one.at.localeCompare(other.at) || one.gatewayTxnId.localeCompare(other.gatewayTxnId))
}

export const statusAt = (payment: SimulatedPayment, now: string): WordMeaning =>
  payment.settledAt <= now ? payment.status : 'PENDING'
