import type { Knex } from 'knex'
import { dayText, rupees } from '../../../resources/define/show.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { holdersOf } from '../../derive/rights/holders.ts'
import { sendMail, sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { mailToPayer } from '../receipts/payer.ts'

/** The mails about a refund to its payer, each of which they get once. */
type RefundMail = 'REFUND_ASKED' | 'REFUND_DONE' | 'GATEWAY_RETURNS'

const ownerOf = ({ id }: Refund) => ({ type: refund.name, id })

const isMailed = async (trx: Knex, row: Refund, templateCode: string) => {
  const owner = ownerOf(row)
  return Boolean(await trx('message_log').where({ templateCode, ownerType: owner.type, ownerId: owner.id }).first('id'))
}

/** Mails to the payer that money goes back or is back, unless that was mailed before. */
export async function mailRefund(
  trx: Knex,
  payment: PaymentTransaction,
  row: Refund,
  template: RefundMail,
): Promise<void> {
  if (await isMailed(trx, row, template)) return
  const { mail, name, link } = await mailToPayer(trx, payment)
  const { refundNo, amount, expectedBy, bankArn, doneReference, gatewayRequestId } = row
  const values = {
    ...{ name, link, txnNo: payment.txnNo, refundNo, amount: rupees(amount) },
    byDay: expectedBy === null ? '' : dayText(expectedBy),
    bankReference: bankArn ?? doneReference ?? gatewayRequestId ?? refundNo,
  }
  await sendMail(trx, { ...mail, owner: ownerOf(row), template, values })
}

/** Tells Finance by mail that a gateway refuses a refund, once. */
export async function mailRefusal(trx: Knex, payment: PaymentTransaction, row: Refund): Promise<void> {
  if (await isMailed(trx, row, 'REFUND_FAILED')) return
  const people = await trx('user')
    .whereIn(
      'id',
      (await holdersOf(trx, 'hearOfDoubtfulPayments')).map(({ id }) => id),
    )
    .orderBy('id')
    .select('name', 'email')
  const link = `${PORTAL}/${refund.path}/show/${row.id}`
  await sendMails(
    trx,
    people.map(({ name, email }: { name: string; email: string | null }) => ({
      ...{ template: 'REFUND_FAILED', topic: 'PAYMENT' as const, to: email, whom: name, owner: ownerOf(row) },
      customerId: row.customerId,
      values: {
        ...{ name, link, refundNo: row.refundNo, txnNo: payment.txnNo, amount: rupees(row.amount) },
        reason: row.failedText ?? 'the gateway gave no reason',
      },
    })),
  )
}

/** Tells Finance that a gateway gave money back by itself, of which two people take note. */
export async function alertOfReturn(trx: Knex, payment: PaymentTransaction, row: Refund): Promise<void> {
  const people = await holdersOf(trx, 'hearOfDoubtfulPayments')
  await notify(
    trx,
    people.map(({ id }) => id),
    {
      title: `Payment ${payment.txnNo}: ${rupees(row.amount)} ${row.kind === 'CHARGEBACK_WON' ? 'was won back' : 'went back'}`,
      body: `${row.reason}. Two people take note of it.`,
      link: `/${refund.path}/show/${row.id}`,
    },
  )
}
