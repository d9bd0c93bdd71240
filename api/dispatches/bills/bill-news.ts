import type { Knex } from 'knex'
import { rolesWith } from '../../../resources/define/rights.ts'
import { rupees } from '../../../resources/define/show.ts'
import { differenceText, lacksPod } from '../../../resources/dispatches/bills/bill-rules.ts'
import { type TransporterBill, transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { type Holder, holdersOfRoles } from '../../derive/rights/holders.ts'
import { type Mail, sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { desksOf } from '../events/desk-notes.ts'
import { type BilledLr, isLineOpen } from './bill-lines.ts'

const MOST_LISTED = 20

const linkOf = ({ id }: TransporterBill) => `/${transporterBill.path}/show/${id}`

/** What a transporter hears of a bill: its template, and the title behind the bell. */
const transporterNews = {
  DISPUTED: { template: 'BILL_DISPUTED', title: 'differs from what was agreed' },
  REJECTED: { template: 'BILL_REJECTED', title: 'was rejected' },
  PAID: { template: 'BILL_PAID', title: 'is paid' },
} as const

/** Tells the transporter by mail, and their logins and who entered the bill behind the bell, what became of it and why. */
export async function tellTransporter(
  trx: Knex,
  bill: TransporterBill,
  status: keyof typeof transporterNews,
  reason: string,
): Promise<void> {
  const { template, title } = transporterNews[status]
  const { name, email } = await trx('transporter').where('id', bill.transporterId).first('name', 'email')
  await sendMails(trx, [{ ...mailOf(bill, name, reason), template, to: email, whom: `Transporter ${name}` }])
  const logins: number[] = await trx('user').where({ transporterId: bill.transporterId, isActive: 1 }).pluck('id')
  const receivers = bill.createdById === null ? logins : [...logins, bill.createdById]
  await notify(trx, receivers, { title: `Bill ${bill.billNo} ${title}`, body: reason, link: linkOf(bill) })
}

/**
 * Tells of a bill that was matched: the transporter where it differs, Finance what they decide, and the desks of LRs whose
 * proof of delivery holds it up.
 */
export async function tellOfMatch(trx: Knex, bill: TransporterBill, lines: readonly BilledLr[]): Promise<void> {
  const deciders = await holdersOfRoles(trx, rolesWith(transporterBill.access, 'approve'))
  // Who entered a bill never decides on it.
  const others = deciders.filter(({ id }) => id !== bill.createdById)
  if (bill.status === 'DISPUTED') {
    const why = differencesOf(bill, lines)
    await tellTransporter(trx, bill, 'DISPUTED', why)
    return tellThoseAsked(trx, bill, others, `Accept what differs, or reject it. ${why}`)
  }
  await tellThoseAsked(trx, bill, others, `It matches and is waiting for approval, over ${rupees(bill.totalAmount)}.`)
  const without = bill.isPodRequired ? lines.map(({ lr }) => lr).filter(lacksPod) : []
  if (without.length === 0) return
  const desks = await desksOf(
    trx,
    without.map(({ id }) => id),
  )
  const lrNos = listed(
    without.map(({ lrNo }) => lrNo),
    ', ',
  )
  await tellThoseAsked(trx, bill, desks, `It is approved once the proof of delivery is accepted of LR ${lrNos}.`)
}

function differencesOf({ gstAmount, gtaTaxMode }: TransporterBill, lines: readonly BilledLr[]): string {
  const open = lines.filter(isLineOpen)
  return open.length > 0
    ? listed(
        open.map(({ line, lr }) => `LR ${lr.lrNo}: ${differenceText(line)}`),
        '\n',
      )
    : `GST of ${rupees(gstAmount)} differs from the rate of ${gtaTaxMode}.`
}

function listed(words: readonly string[], between: string): string {
  const more = words.length - MOST_LISTED
  return [...words.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join(between)
}

async function tellThoseAsked(trx: Knex, bill: TransporterBill, people: readonly Holder[], reason: string) {
  const { name: transporter } = await trx('transporter').where('id', bill.transporterId).first('name')
  await sendMails(
    trx,
    people.map(({ name, email }) => {
      const mail = mailOf(bill, name, reason)
      return { ...mail, template: 'BILL_WAITING', to: email, values: { ...mail.values, transporterName: transporter } }
    }),
  )
  const title = `Bill ${bill.billNo} of ${transporter} is waiting for you`
  await notify(
    trx,
    people.map(({ id }) => id),
    { title, body: reason, link: linkOf(bill) },
  )
}

/** A mail about money, which cannot be opted out of, without its template and receiver. */
const mailOf = (bill: TransporterBill, name: string, reason: string): Omit<Mail, 'template' | 'to'> => ({
  topic: 'PAYMENT',
  owner: { type: transporterBill.name, id: bill.id },
  values: { name, billNo: bill.billNo, amount: rupees(bill.totalAmount), reason, link: `${PORTAL}${linkOf(bill)}` },
})
