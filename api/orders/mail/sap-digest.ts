import type { Knex } from 'knex'
import type { Capability } from '../../../resources/capabilities.ts'
import type { FailedOrder, StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Holder, holdersOf } from '../../derive/rights/holders.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { sendMail } from '../../mail/messages.ts'
import { stuckAmong } from '../../outbox/messages-of-order.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { failedFor, stuckFor } from '../sap/failed-orders.ts'

const MAX_LISTED = 50

/** A run that was cut off is begun again: whoever had their mail less than so long ago gets no second one. */
const APART_SECONDS = 50 * 60

/**
 * Mails whoever looks after SAP what hangs there, each as far as they may read it: orders stuck or in error, and
 * payments that are not posted. Runs hourly; returns how many mails it wrote, none where nothing hangs.
 */
export async function mailSapDigest(db: Knex): Promise<number> {
  let mails = 0
  for (const one of await mailable(db, 'hearOfFailedOrders')) if (await mailOrders(db, one)) mails += 1
  for (const one of await mailable(db, 'hearOfFailedPayments')) if (await mailPayments(db, one)) mails += 1
  return mails
}

/** Those who hold a capability and have an address. */
const mailable = async (db: Knex, capability: Capability) =>
  (await holdersOf(db, capability)).filter(({ email }) => email !== null)

async function mailOrders(db: Knex, holder: Holder): Promise<boolean> {
  const person = await readPerson(db, holder.id)
  if (!person) return false
  const [stuck, failed] = [await stuckFor(db, person), await failedFor(db, person)]
  const page = stuck.length > 0 ? 'order-stuck-for-sap' : 'order-in-error'
  const parts = [
    part(stuck, stuck.length === 1 ? 'order waits for SAP too long' : 'orders wait for SAP too long', stuckText),
    part(failed, failed.length === 1 ? 'order is in error' : 'orders are in error', failedText),
  ]
  const count = stuck.length + failed.length
  return mail(db, holder, 'ORDERS_STUCK', count, {
    orders: parts.filter(Boolean).join('\n\n'),
    link: `${PORTAL}/orders/${page}`,
  })
}

async function mailPayments(db: Knex, holder: Holder): Promise<boolean> {
  const settings = await readSettings(db)
  const payments = () =>
    db('sap_outbox')
      .leftJoin('payment_capture', 'payment_capture.id', 'sap_outbox.ownerId')
      .leftJoin('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
      .where('sap_outbox.ownerType', 'CAPTURE')
  const columns = [...['messageNo', 'attempts', 'errorText'].map(name => `sap_outbox.${name}`), 'txnNo']
  const stuck: StuckPayment[] = await stuckAmong(payments(), settings).orderBy('sap_outbox.id').select(columns)
  const refused: StuckPayment[] = await payments()
    .where('sap_outbox.status', 'FAILED_BUSINESS')
    .whereNotExists(
      db('sap_outbox as later')
        .where('later.ownerType', 'CAPTURE')
        .whereRaw('?? = ??', ['later.ownerId', 'sap_outbox.ownerId'])
        .whereRaw('?? > ??', ['later.id', 'sap_outbox.id'])
        .select(db.raw('1')),
    )
    .orderBy('sap_outbox.id')
    .select(columns)
  const texts = [...[...stuck, ...refused].map(paymentText), ...(await waitingPayments(db))]
  return mail(db, holder, 'PAYMENTS_STUCK', texts.length, { payments: listed(texts, text => text) })
}

/** Captures and refunds of which SAP is told nothing more before somebody has acted there, such as a reset of a clearing. */
async function waitingPayments(db: Knex): Promise<string[]> {
  const captures: { txnNo: string; why: string | null }[] = await db('payment_capture')
    .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
    .where('payment_capture.postingStatus', 'STUCK')
    .whereNotExists(unsentOf(db, db.ref('payment_capture.id')))
    .orderBy('payment_capture.id')
    .select('txnNo', { why: 'payment_capture.postingText' })
  const refunds: { txnNo: string; why: string | null }[] = await db('refund')
    .where({ status: 'SETTLED', postingStatus: 'STUCK' })
    .whereNotExists(unsentOf(db, db.ref('refund.captureId')))
    .orderBy('id')
    .select({ txnNo: 'refundNo', why: 'postingText' })
  return [...captures, ...refunds].map(({ txnNo, why }) => `${txnNo}: ${why ?? 'not posted in SAP'}`)
}

const unsentOf = (db: Knex, captureId: Knex.Ref<string, object>) =>
  db('sap_outbox')
    .where({ ownerType: 'CAPTURE', ownerId: captureId })
    .whereNotIn('status', ['DONE', 'CANCELLED'])
    .select(db.raw('1'))

type StuckPayment = { txnNo: string | null; messageNo: string; attempts: number; errorText: string | null }

/** Writes one mail, unless there is nothing to tell or the person has just been told. */
async function mail(db: Knex, to: Holder, template: string, count: number, values: Record<string, string>) {
  if (count === 0) return false
  return transact(db, async trx => {
    const owner = { type: 'user', id: to.id }
    const told = await trx('message_log')
      .where({ templateCode: template, ownerType: owner.type, ownerId: owner.id })
      .where('createdAt', '>', secondsFromNow(-APART_SECONDS))
      .first('id')
    if (told) return false
    const whole = { name: to.name, count: String(count), ...values }
    await sendMail(trx, { template, topic: 'ORDER', to: to.email, owner, values: whole })
    return true
  })
}

const part = <Row>(rows: readonly Row[], head: string, textOf: (row: Row) => string) =>
  rows.length > 0 && `${rows.length} ${head}:\n${listed(rows, textOf)}`

function listed<Row>(rows: readonly Row[], textOf: (row: Row) => string): string {
  const more = rows.length > MAX_LISTED ? [`and ${rows.length - MAX_LISTED} more`] : []
  return [...rows.slice(0, MAX_LISTED).map(textOf), ...more].join('\n')
}

const attemptsText = (attempts: number) => `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
const stuckText = ({ orderNo, attempts, lastError }: StuckOrder) =>
  `${orderNo}, ${attemptsText(attempts)}: ${lastError ?? 'no answer yet'}`
const failedText = ({ orderNo, customerName, errorText, means }: FailedOrder) =>
  `${orderNo} of ${customerName}: ${errorText ?? means}`
const paymentText = ({ txnNo, messageNo, attempts, errorText }: StuckPayment) =>
  `${txnNo ? `${txnNo}, ` : ''}${messageNo}, ${attemptsText(attempts)}: ${errorText ?? 'no answer yet'}`
