import type { Knex } from 'knex'
import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { sendMail } from '../../mail/messages.ts'
import { mailToPayer } from '../receipts/payer.ts'
import { liveRows } from './ledger.ts'

/** The mails about a capture, each of which its payer gets once. */
type CaptureMail = 'PAYMENT_RECEIPT' | 'PAYMENT_LATE' | 'PAYMENT_CHECKING' | 'PAYMENT_SECOND'

const MOST_LISTED = 20

/** Mails to the payer what became of a capture when it came: a receipt, or that somebody looks at it. */
export async function mailCapture(
  trx: Knex,
  payment: PaymentTransaction,
  capture: PaymentCapture,
  isLate: boolean,
): Promise<void> {
  if (capture.fit === 'SECOND') return mailOnce(trx, payment, capture, 'PAYMENT_SECOND')
  if (isLate) return mailOnce(trx, payment, capture, 'PAYMENT_LATE')
  const rows = await liveRows(trx, [capture.id])
  return mailOnce(trx, payment, capture, rows.length === 0 ? 'PAYMENT_CHECKING' : 'PAYMENT_RECEIPT')
}

/** Mails one thing about a capture, unless that was mailed before. */
export async function mailOnce(
  trx: Knex,
  payment: PaymentTransaction,
  capture: PaymentCapture,
  template: CaptureMail,
): Promise<void> {
  const owner = { type: 'payment-capture', id: capture.id }
  const sent = trx('message_log').where({ templateCode: template, ownerType: owner.type, ownerId: owner.id })
  if (await sent.first('id')) return
  const { mail, name, link } = await mailToPayer(trx, payment)
  const rows = await liveRows(trx, [capture.id])
  const { capturedAt } = capture
  await sendMail(trx, {
    ...mail,
    owner,
    template,
    ...(rows.length > 0 && { attach: { receiptPdf: capture.id } }),
    values: {
      ...{ name, link, txnNo: payment.txnNo, amount: amountText(capture), asked: rupees(payment.amount) },
      paidAt: `${dayText(dayOf(capturedAt))} ${timeOf(capturedAt)}`,
      decideBy: capture.decideBy === null ? '' : dayText(capture.decideBy),
      allocations: linesOf(rows, capture),
    },
  })
}

const amountText = ({ amount, currency }: PaymentCapture) =>
  currency === 'INR' ? rupees(amount) : `${currency} ${(amount / 100).toFixed(2)}`

function linesOf(rows: readonly CaptureAllocation[], { unresolvedAmount }: PaymentCapture): string {
  const lines = rows.map(({ target, documentNo, amount, tdsAmount }) =>
    target === 'ITEM'
      ? `${documentNo}: ${rupees(amount)}${tdsAmount > 0 ? ` and TDS of ${rupees(tdsAmount)}` : ''}`
      : `On account: ${rupees(amount)}`,
  )
  const more = lines.length - MOST_LISTED
  const rest = unresolvedAmount > 0 ? [`Being checked: ${rupees(unresolvedAmount)}`] : []
  return [...lines.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : []), ...rest].join('\n')
}
