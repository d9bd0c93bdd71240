import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { findPaymentDifferences } from '../../api/payments/reconcile-payments.ts'
import { checkSettlements } from '../../api/payments/settlement/check-settlements.ts'
import { readConfig } from '../../api/platform/config.ts'
import { simulatorFile } from '../../api/platform/simulators.ts'
import type { PaymentState } from '../../resources/payments/payment-states.ts'
import type { Payment, PaymentDesk } from './payment-desk.ts'
import type { Tortured } from './portals.ts'

/** The states that a tortured payment may end in. */
export type Ends = readonly PaymentState[]

/** A payment at the end of its torture. */
export interface Ended {
  payment: Payment
  ends: Ends
}

/**
 * Has the portal ask about what is left over, waits for SAP, and returns what is wrong then, as sentences: with a payment,
 * in the books, or in SAP.
 */
export async function wrongAfterwards(
  { db, askDue }: PaymentDesk,
  { databaseUrl, home }: Tortured,
  ended: readonly Ended[],
): Promise<string[]> {
  // Minutes of the portals' clock: all that was left over is due by then.
  await askDue(6)
  // The demo company's past has payments of its own, some of which wait for SAP for good.
  const keys = ended.map(({ payment }) => payment.key)
  const own = () => db('payment_transaction').whereIn('idempotencyKey', keys)
  const waiting = await untilPosted(db, await own().pluck('id'))
  const wrong = await Promise.all(ended.map(({ payment, ends }) => faultsOf(db, payment, ends)))
  const paid: string[] = await own().whereNotNull('receiptNo').pluck('txnNo')
  return [
    ...waiting.map(key => `${key} waits for SAP`),
    ...wrong.flat(),
    ...(await findPaymentDifferences(db)),
    ...(await checkSettlements(db)),
    ...wrongInSap(databaseUrl, home, paid),
  ]
}

/**
 * What is wrong with a payment that has ended, as sentences: it is there once and in one state; if it was paid it has one
 * receipt, one message to SAP and one mail, and holds its items until SAP has cleared them; if it came to nothing it has none,
 * and its items are free.
 */
async function faultsOf(db: Knex, payment: Payment, ends: Ends): Promise<string[]> {
  const rows = await payment.rows()
  const [row] = rows
  if (rows.length !== 1) return [`${payment.key} made ${rows.length} payments`]
  const isPaid = row.status === 'SUCCESS'
  const once = isPaid ? 1 : 0
  const history: { afterJson: string | object }[] = await db('audit_entry')
    .where({ entity: 'payment-transaction', entityId: row.id })
    .select('afterJson')
  const noted = history.map(({ afterJson }) => (typeof afterJson === 'string' ? afterJson : JSON.stringify(afterJson)))
  const count = async (query: Knex.QueryBuilder) => Number((await query.count({ n: '*' }).first()).n)
  const ids = payment.items.map(({ id }) => id)
  const counts = {
    successes: noted.filter(text => text.includes('"SUCCESS"')).length,
    receipts: noted.filter(text => /"receiptNo":"RC/.test(text)).length,
    messages: await count(
      db('sap_outbox')
        .where({ ownerType: 'CAPTURE', messageType: 'PAYMENT_POST' })
        .whereIn('ownerId', db('payment_capture').where('transactionId', row.id).select('id')),
    ),
    mails: await count(
      db('message_log')
        .where('subject', 'like', `%${row.txnNo}%`)
        .whereIn('templateCode', ['PAYMENT_RECEIPT', 'PAYMENT_LATE']),
    ),
  }
  const holders: (number | null)[] = await db('upload_outstanding').whereIn('id', ids).pluck('lockedById')
  const isOver = ['FAILED', 'CANCELLED'].includes(row.status) || row.postingStatus === 'CLEARED'
  const holder = isOver ? null : row.id
  return [
    ...(ends.includes(row.status) ? [] : [`${row.txnNo} is ${row.status} instead of ${ends.join(' or ')}`]),
    ...Object.entries(counts).flatMap(([what, n]) =>
      n === once ? [] : [`${row.txnNo} (${row.status}) has ${n} ${what}`],
    ),
    ...(holders.every(id => id === holder) ? [] : [`${row.txnNo} (${row.status}): its items are held by ${holders}`]),
  ]
}

/** Waits until SAP has answered of each of these payments, for some minutes; returns what still waits. */
async function untilPosted(db: Knex, ids: readonly number[]): Promise<string[]> {
  for (const end = Date.now() + 5 * 60_000; ; await pause(500)) {
    const left: string[] = await db('sap_outbox')
      .where({ messageType: 'PAYMENT_POST', ownerType: 'CAPTURE' })
      .whereIn(
        'ownerId',
        db('payment_capture')
          .whereIn('transactionId', [...ids])
          .select('id'),
      )
      .whereNot('status', 'DONE')
      .pluck('idempotencyKey')
    if (left.length === 0 || Date.now() > end) return left
  }
}

/** The payments that the simulated SAP has not posted exactly once. */
function wrongInSap(databaseUrl: string, home: string, txnNos: readonly string[]): string[] {
  const config = readConfig({ NODE_ENV: 'development', BILTY_HOME: home, DATABASE_URL: databaseUrl })
  const sap = new DatabaseSync(simulatorFile(config, 'sap'), { readOnly: true })
  const count = sap.prepare(
    `select count(distinct body ->> 'AccountingDocument') as times from A_OperationalAcctgDocItemCube where body ->> 'DocumentReferenceID' = ?`,
  )
  const wrong = txnNos.flatMap(txnNo => {
    const { times } = count.get(txnNo) as { times: number }
    return times === 1 ? [] : [`SAP has ${txnNo} ${times} times`]
  })
  sap.close()
  return wrong
}
