import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type MockStatus = 'SUCCESS' | 'FAILED' | 'PENDING'

/** A payment as the simulated gateway knows it; `status` counts from `settledAt` on, before that it is PENDING. */
export type MockPayment = { txnNo: string; amount: string; gatewayTxnId: string; status: MockStatus; settledAt: string }

export type MockLedger = ReturnType<typeof mockLedger>

/** The simulated gateway's own file: a gateway does not forget a payment because the portal was restarted. */
export function mockLedger(file: string) {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('pragma journal_mode = wal; pragma synchronous = full;')
  db.exec(`create table if not exists payment (
    id integer primary key autoincrement, txnNo text not null unique, amount text not null,
    status text not null default 'PENDING', settledAt text not null)`)

  function find(txnNo: string): MockPayment | null {
    const row = db.prepare('select * from payment where txnNo = ?').get(txnNo)
    if (!row) return null
    const gatewayTxnId = `MOCK${String(row.id).padStart(10, '0')}`
    return {
      txnNo,
      amount: String(row.amount),
      gatewayTxnId,
      status: row.status as MockStatus,
      settledAt: String(row.settledAt),
    }
  }

  /** The payment of this number, begun now when it is new; a number keeps the amount it first came with. */
  function begin(txnNo: string, amount: string, now: string): MockPayment {
    db.prepare('insert into payment (txnNo, amount, settledAt) values (?, ?, ?) on conflict do nothing').run(
      txnNo,
      amount,
      now,
    )
    return find(txnNo)!
  }

  /** Decides a payment that is still open; a success is never taken back. False when it was decided before. */
  function decide(txnNo: string, status: MockStatus, settledAt: string): boolean {
    const decided = db
      .prepare(`update payment set status = ?, settledAt = ? where txnNo = ? and status <> 'SUCCESS'`)
      .run(status, settledAt, txnNo)
    return decided.changes === 1
  }

  return { find, begin, decide, close: () => db.close() }
}

export const statusAt = (payment: MockPayment, now: string): MockStatus =>
  payment.settledAt <= now ? payment.status : 'PENDING'
