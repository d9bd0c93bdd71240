import type { Knex } from 'knex'
import { dayOf, instantOf } from '../../../resources/define/dates.ts'
import { dayText, rupees, yearText } from '../../../resources/define/show.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Holder, holdersOf } from '../../derive/rights/holders.ts'
import { sendMail } from '../../mail/messages.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import {
  lateAtBank,
  lateDecisions,
  lateRefunds,
  missingCertificates,
  sentCertificates,
  silentPayments,
} from './money-waiting.ts'

const MOST_LISTED = 20
const TEMPLATE = 'MONEY_WAITING'

/** One kind of what waits: its heading, by how many there are, and a line for each. */
interface Part {
  head: (count: number) => string
  lines: (db: Knex) => Promise<string[]>
}

const parts: readonly Part[] = [
  {
    head: count => (count === 1 ? '1 refund is late' : `${count} refunds are late`),
    async lines(db) {
      const rows = await lateRefunds(db)
        .orderBy('refund.id')
        .select('refundNo', 'amount', 'status', 'expectedBy', 'askedAt')
      return rows.map(({ refundNo, amount, status, expectedBy, askedAt }) =>
        status === 'ASKED'
          ? `${refundNo}, ${rupees(amount)}: the gateway was asked on ${dayText(dayOf(askedAt))} and has not answered`
          : `${refundNo}, ${rupees(amount)}: was expected by ${dayText(expectedBy)}`,
      )
    },
  },
  {
    head: count => (count === 1 ? '1 capture is to be decided' : `${count} captures are to be decided`),
    async lines(db) {
      const rows = await lateDecisions(db)
        .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
        .leftJoin('user', 'user.id', 'payment_capture.ownerId')
        .orderBy('payment_capture.id')
        .select('txnNo', 'payment_capture.unresolvedAmount as left', 'decideBy', 'user.name as owner')
      return rows.map(
        ({ txnNo, left, decideBy, owner }) =>
          `${txnNo}: ${rupees(left)} by ${dayText(decideBy)}${owner === null ? '' : `, ${owner}`}`,
      )
    },
  },
  {
    head: count => (count === 1 ? '1 payment is not known' : `${count} payments are not known`),
    async lines(db) {
      const rows = await silentPayments(db).orderBy('id').select('txnNo', 'amount', 'overdueSince')
      return rows.map(
        ({ txnNo, amount, overdueSince }) =>
          `${txnNo}, ${rupees(amount)}: the gateway has said nothing definite since ${dayText(dayOf(overdueSince))}; decide it by hand`,
      )
    },
  },
  {
    head: count => (count === 1 ? '1 TDS certificate is missing' : `${count} TDS certificates are missing`),
    lines: async db => (await certificates(missingCertificates(db))).map(certificateText),
  },
  {
    head: count =>
      count === 1 ? '1 TDS certificate is to be confirmed' : `${count} TDS certificates are to be confirmed`,
    lines: async db => (await certificates(sentCertificates(db))).map(certificateText),
  },
  {
    head: count => (count === 1 ? '1 transfer differs from the bank' : `${count} transfers differ from the bank`),
    async lines(db) {
      const rows = await lateAtBank(db).orderBy('id').select('kind', 'about', 'expectedAmount', 'foundAmount', 'onDay')
      return rows.map(({ kind, about, expectedAmount, foundAmount, onDay }) =>
        kind === 'BANK_MISSING'
          ? `${about}, ${rupees(expectedAmount)} of ${dayText(onDay)}: the bank has not received it`
          : `${about}, ${rupees(foundAmount)} of ${dayText(onDay)}: is in no settlement file`,
      )
    },
  },
]

const certificates = (rows: Knex.QueryBuilder): Promise<Certificate[]> =>
  rows
    .join('customer', 'customer.id', 'tds_certificate.customerId')
    .orderBy(['tds_certificate.dueOn', 'tds_certificate.id'])
    .select('customer.name', 'taxYear', 'quarter', 'expectedAmount', 'dueOn')

interface Certificate {
  name: string
  taxYear: string
  quarter: string
  expectedAmount: number
  dueOn: string
}

const certificateText = ({ name, taxYear, quarter, expectedAmount, dueOn }: Certificate) =>
  `${name}, ${quarter} of ${yearText(taxYear)}: ${rupees(expectedAmount)}, due on ${dayText(dueOn)}`

/**
 * Mails each of Finance once a day what of the money of payments waits too long: refunds, captures, payments, certificates,
 * the bank. Returns how many mails it wrote, none where nothing waits.
 */
export async function mailMoneyWaiting(db: Knex): Promise<number> {
  const told: string[] = []
  let count = 0
  for (const { head, lines } of parts) {
    const all = await lines(db)
    if (all.length === 0) continue
    count += all.length
    told.push(`${head(all.length)}:\n${listed(all)}`)
  }
  if (count === 0) return 0
  let mails = 0
  for (const holder of await holdersOf(db, 'hearOfMoneyWaiting'))
    if (holder.email !== null && (await mailOnce(db, holder, { count: String(count), waiting: told.join('\n\n') })))
      mails++
  return mails
}

function listed(lines: readonly string[]): string {
  const more = lines.length > MOST_LISTED ? [`and ${lines.length - MOST_LISTED} more`] : []
  return [...lines.slice(0, MOST_LISTED), ...more].join('\n')
}

/** A run that was cut off is begun again: whoever had the mail of this day gets no second one. */
const mailOnce = (db: Knex, to: Holder, values: { count: string; waiting: string }) =>
  transact(db, async trx => {
    const owner = { type: 'user', id: to.id }
    const sent = await trx('message_log')
      .where({ templateCode: TEMPLATE, ownerType: owner.type, ownerId: owner.id })
      .where('createdAt', '>=', instantOf(today()))
      .first('id')
    if (sent) return false
    const link = `${PORTAL}/transaction-view/transactions-view`
    await sendMail(trx, {
      template: TEMPLATE,
      topic: 'PAYMENT',
      to: to.email,
      owner,
      values: { name: to.name, link, ...values },
    })
    return true
  })
