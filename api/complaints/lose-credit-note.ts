import type { Knex } from 'knex'
import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintProcess } from '../../resources/complaints/complaint-process.ts'
import { disputeProcess } from '../../resources/complaints/dispute-process.ts'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'
import { markDisputed } from '../masters/disputed-items.ts'
import { tellAnswerers, tellOfAnswer } from './complaint-news.ts'
import { tellDisputeAnswerers, tellDisputeCustomer } from './dispute-news.ts'
import { reopened } from './reopened.ts'
import { writeDisputeNote, writeNote } from './write-note.ts'

const step = 'loseCredit'

/** Opens the complaints and the dispute again that were settled by a credit note which SAP has cancelled since. */
export async function loseCreditNote(trx: Knex, note: Invoice, author: Author): Promise<void> {
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
