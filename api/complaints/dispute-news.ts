import type { Knex } from 'knex'
import type { Capability } from '../../resources/capabilities.ts'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { disputeStatusForBuyers, disputeStatusInMails } from '../../resources/complaints/dispute-states.ts'
import { rupees } from '../../resources/define/show.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import { holdersOf } from '../derive/rights/holders.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import { sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { contactsOf } from '../masters/contacts-of.ts'
import { loginsOf } from './complaint-news.ts'
import { reaches } from './find-owner.ts'

export const disputePathOf = ({ id }: Pick<ArDispute, 'id'>) => `/complaints/ar-dispute/show/${id}`

/** The users who hold a capability and read this dispute. */
async function readersHolding(trx: Knex, { id }: ArDispute, capability: Capability): Promise<number[]> {
  const readers: number[] = []
  for (const holder of await holdersOf(trx, capability)) {
    const person = await readPerson(trx, holder.id)
    if (person && (await reaches(trx, person, arDispute, id, 'read'))) readers.push(holder.id)
  }
  return readers
}

/** Whoever of ours answers a dispute: its owner, or all of Finance while nobody has taken it. */
const answerersOf = async (trx: Knex, row: ArDispute): Promise<number[]> =>
  row.ownerEmployeeId === null ? readersHolding(trx, row, 'answerForDisputes') : loginsOf(trx, row.ownerEmployeeId)

/** Tells those of ours who answer a dispute what happened to it. */
export async function tellDisputeAnswerers(trx: Knex, row: ArDispute, title: string, body: string, by: number | null) {
  const readers = (await answerersOf(trx, row)).filter(id => id !== by)
  await notify(trx, readers, { title, body: body.slice(0, 200), link: disputePathOf(row) })
}

/** Mails the accounts contacts of the customer what became of a dispute, and notifies their logins but for the writer. */
export async function tellDisputeCustomer(trx: Knex, row: ArDispute, remark: string, by: number | null) {
  const { invoiceNo } = await trx('invoice').where({ id: row.invoiceId }).first('invoiceNo')
  const status = disputeStatusInMails[row.status]
  const contacts = await contactsOf(trx, [row.customerId], ['ACCOUNTS'])
  const receivers = [...new Map(contacts.map(one => [one.to?.toLowerCase(), one])).values()]
  await sendMails(
    trx,
    receivers.map(({ name, to, whom }) => ({
      template: 'DISPUTE_UPDATED',
      topic: 'COMPLAINT',
      to,
      whom,
      owner: { type: 'ar-dispute', id: row.id },
      customerId: row.customerId,
      values: { name, disputeNo: row.disputeNo, invoiceNo, status, remark, link: `${PORTAL}${disputePathOf(row)}` },
    })),
  )
  const logins: number[] = await trx('user')
    .where({ customerId: row.customerId, isActive: 1 })
    .orderBy('id')
    .pluck('id')
  await notify(
    trx,
    logins.filter(id => id !== by),
    {
      title: `Dispute ${row.disputeNo}: ${disputeStatusForBuyers[row.status]}`,
      body: remark.slice(0, 200),
      link: disputePathOf(row),
    },
  )
}

/** Those who hear of disputes of this kind beside Finance. */
async function concernedBy(trx: Knex, row: ArDispute): Promise<number[]> {
  if (row.disputeType === 'PRICE') return readersHolding(trx, row, 'hearOfPriceDisputes')
  if (row.disputeType === 'FREIGHT') return readersHolding(trx, row, 'hearOfFreightDisputes')
  return []
}

/** Confirms a dispute to the customer, and tells Finance; of prices also pricing, of freight the dispatch desk. */
export async function tellOfNewDispute(trx: Knex, row: ArDispute, invoiceNo: string, by: number): Promise<void> {
  await tellDisputeCustomer(trx, row, '', by)
  const readers = new Set([...(await answerersOf(trx, row)), ...(await concernedBy(trx, row))])
  readers.delete(by)
  await notify(trx, [...readers], {
    title: `New dispute ${row.disputeNo} of invoice ${invoiceNo}`,
    body: row.description.slice(0, 200),
    link: disputePathOf(row),
  })
}

/** Asks the sales managers of the customer to confirm an amount in paise. */
export async function askConfirmation(trx: Knex, row: ArDispute, amount: number, by: number | null): Promise<void> {
  const readers = (await readersHolding(trx, row, 'confirmDisputes')).filter(id => id !== by)
  await notify(trx, readers, {
    title: `Confirm ${rupees(amount)} of dispute ${row.disputeNo}`,
    body: 'Finance accepts it; above ₹50,000 a sales manager confirms the amount.',
    link: disputePathOf(row),
  })
}
