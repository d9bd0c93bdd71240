import type { Knex } from 'knex'
import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { complaintProcess } from '../../resources/complaints/complaint-process.ts'
import { disputeProcess } from '../../resources/complaints/dispute-process.ts'
import { disputeStates } from '../../resources/complaints/dispute-states.ts'
import { noNamedNote } from '../../resources/complaints/named-note.ts'
import { dayOf } from '../../resources/define/dates.ts'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import { creditTypes } from '../../resources/trade.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { markDisputed } from '../masters/disputed-items.ts'
import { tellAnswerers, tellOfAnswer } from './complaint-news.ts'
import { tellDisputeAnswerers, tellDisputeCustomer } from './dispute-news.ts'
import { reopened } from './reopened.ts'
import { writeDisputeNote, writeNote } from './write-note.ts'

const step = 'loseCredit'

/**
 * Notes a credit note that came from SAP on the complaint and on the dispute that it settles, where one of each fits; one
 * that is cancelled opens again what it settled.
 */
export async function noteCreditNote(trx: Knex, note: Invoice, author: Author): Promise<void> {
  if (!creditTypes.includes(note.invoiceType)) return
  if (note.isCancelled) return loseCreditNote(trx, note, author)
  await noteOnComplaint(trx, note, author)
  await noteOnDispute(trx, note, author)
}

/**
 * Notes a credit note that came from SAP on the complaint that was resolved by one: that of the same customer and
 * product, and batch where both name one, resolved on or before its day. Where several fit, people enter it; one that is read again is noted once.
 */
async function noteOnComplaint(
  trx: Knex,
  { id, invoiceNo, invoiceDate, soldToId }: Invoice,
  author: Author,
): Promise<void> {
  const settledComplaint = await trx('complaint').where({ settlementNoteNo: invoiceNo }).first('id')
  if (settledComplaint) return
  const waiting = await rowsOf(trx, complaint, rows =>
    rows
      .where({ customerId: soldToId, resolution: 'CREDIT_NOTE' })
      .whereIn('status', ['RESOLVED', 'CLOSED'])
      .whereNull('settlementNoteNo')
      .forUpdate(),
  )
  if (waiting.length === 0) return
  const lines: NoteLine[] = await trx('invoice_line').where({ invoiceId: id }).select('productId', 'batchNo')
  const fitting = waiting.filter(
    row => dayOf(row.resolvedAt!) <= invoiceDate && lines.some(line => isForGoods(line, row)),
  )
  if (fitting.length === 1)
    await updateRow(trx, complaint, fitting[0]!, { settlementNoteNo: invoiceNo, ...noNamedNote }, author)
}

/**
 * The number of the credit note that came from SAP before a complaint was resolved by one: of the same customer and
 * goods, since the complaint was opened. Null where none fits, or several; one that settles another complaint does not.
 */
export async function creditNoteFor(trx: Knex, row: Complaint): Promise<string | null> {
  const { customerId, productId, createdAt } = row
  if (productId === null) return null
  const lines: (NoteLine & { invoiceNo: string })[] = await trx('invoice')
    .join('invoice_line', 'invoice_line.invoiceId', 'invoice.id')
    .where({ 'invoice.soldToId': customerId, 'invoice.isCancelled': 0, 'invoice_line.productId': productId })
    .whereIn('invoice.invoiceType', creditTypes)
    .where('invoice.invoiceDate', '>=', dayOf(createdAt))
    .select('invoice.invoiceNo', 'invoice_line.productId', 'invoice_line.batchNo')
  const notes = new Set(lines.filter(line => isForGoods(line, row)).map(({ invoiceNo }) => invoiceNo))
  if (notes.size === 0) return null
  // Read with locks: complaints that are resolved at the same moment do not take the same note.
  const taken: string[] = await trx('complaint')
    .where({ customerId })
    .whereIn('settlementNoteNo', [...notes])
    .forUpdate()
    .pluck('settlementNoteNo')
  const [one, another] = [...notes].filter(no => !taken.includes(no))
  return one !== undefined && another === undefined ? one : null
}

interface NoteLine {
  productId: number
  batchNo: string | null
}

/** Whether a line of a credit note is for the goods of a complaint: its product, and its batch where both name one. */
const isForGoods = (line: NoteLine, { productId, batchNo }: Complaint) =>
  line.productId === productId && (line.batchNo === null || batchNo === null || line.batchNo === batchNo)

/**
 * Issues the credit note of the accepted dispute of the same customer and amount, decided on or before its day. Where
 * several fit, people enter it.
 */
async function noteOnDispute(
  trx: Knex,
  { invoiceNo, invoiceDate, soldToId, grossValue }: Invoice,
  author: Author,
): Promise<void> {
  const settledDispute = await trx('ar_dispute').where({ settlementNoteNo: invoiceNo }).first('id')
  if (settledDispute) return
  const waiting = await rowsOf(trx, arDispute, rows =>
    rows
      .where({ customerId: soldToId, acceptedAmount: Math.abs(grossValue) })
      .whereIn('status', [...disputeStates.sets.awaitingCredit])
      .forUpdate(),
  )
  const fitting = waiting.filter(({ decidedAt }) => dayOf(decidedAt!) <= invoiceDate)
  if (fitting.length !== 1) return
  await issueCredit(trx, fitting[0]!, invoiceNo, author)
}

/** Settles an accepted dispute by a credit note that SAP has, and tells the customer. */
export async function issueCredit(trx: Knex, row: ArDispute, no: string, author: Author): Promise<void> {
  const changes = { status: 'CREDIT_NOTE_ISSUED', settlementNoteNo: no, ...noNamedNote } as const
  const after = await updateRow(trx, arDispute, row, changes, author)
  const body = `Credit note ${no} is issued`
  await writeDisputeNote(trx, { disputeId: after.id, step: 'findCredit', body, audience: 'SHARED' }, null, author)
  await markDisputed(trx, [after.invoiceId])
  await tellDisputeCustomer(trx, after, body, null)
}

/** Opens the complaints and the dispute again that were settled by a credit note which SAP has cancelled since. */
async function loseCreditNote(trx: Knex, note: Invoice, author: Author): Promise<void> {
  const body = `Credit note ${note.invoiceNo} is cancelled`
  await reopenComplaints(trx, note, `${body}: we look into it again`, author)
  await reopenDisputes(trx, note, `${body}: another one follows`, author)
}

/** It starts with half its time like one that the customer reopens, without counting as a reopening of theirs. */
async function reopenComplaints(trx: Knex, { invoiceNo, soldToId }: Invoice, body: string, author: Author) {
  const settled = await rowsOf(trx, complaint, rows =>
    rows
      .where({ settlementNoteNo: invoiceNo, customerId: soldToId })
      .whereIn('status', [...complaintProcess.steps[step].from])
      .orderBy('id')
      .forUpdate(),
  )
  for (const row of settled) {
    const changes = { ...(await reopened(trx, row)), settlementNoteNo: null, closedAt: null }
    const after = await updateRow(trx, complaint, row, changes, { ...author, reason: body })
    await writeNote(trx, { complaintId: row.id, step, body, audience: 'SHARED' }, null, author)
    await tellOfAnswer(trx, after, { id: null, name: 'Portal' }, body)
    await tellAnswerers(trx, after, `Complaint ${row.complaintNo} is open again`, body, null)
  }
}

/** What was accepted stays accepted: a credit note is owed again, and the amount is disputed until it is there. */
async function reopenDisputes(trx: Knex, { invoiceNo, soldToId }: Invoice, body: string, author: Author) {
  const settled = await rowsOf(trx, arDispute, rows =>
    rows
      .where({ settlementNoteNo: invoiceNo, customerId: soldToId })
      .whereIn('status', [...disputeProcess.steps[step].from])
      .orderBy('id')
      .forUpdate(),
  )
  for (const row of settled) {
    const status = row.acceptedAmount === row.disputedAmount ? 'ACCEPTED' : 'PARTLY_ACCEPTED'
    const changes = { status, settlementNoteNo: null, closedAt: null } as const
    const after = await updateRow(trx, arDispute, row, changes, { ...author, reason: body })
    await writeDisputeNote(trx, { disputeId: row.id, step, body, audience: 'SHARED' }, null, author)
    await markDisputed(trx, [row.invoiceId])
    await tellDisputeCustomer(trx, after, body, null)
    await tellDisputeAnswerers(trx, after, `Dispute ${row.disputeNo} needs another credit note`, body, null)
  }
}
