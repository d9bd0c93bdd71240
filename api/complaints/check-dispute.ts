import type { Knex } from 'knex'
import type { ArDispute } from '../../resources/complaints/ar-dispute.ts'
import { complaint } from '../../resources/complaints/complaint.ts'
import type { NewDispute } from '../../resources/complaints/dispute-commands.ts'
import { amountFault, openAmountOf } from '../../resources/complaints/disputed-amounts.ts'
import { sum } from '../../resources/define/amounts.ts'
import { rupees } from '../../resources/define/show.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { seesFile } from '../files/attachments.ts'
import { type InvoiceBalance, lockBalance } from '../masters/disputed-items.ts'
import { invalid, invalidField, notOnList } from '../platform/errors.ts'

/** What a dispute says, checked against its invoice. */
interface CheckedDispute {
  values: Omit<NewDispute, 'attachmentIds'> & Pick<ArDispute, 'customerId' | 'sbuId' | 'plantId'>
  invoiceNo: string
  attachmentIds: number[]
}

/**
 * Checks what a new dispute says, and locks the open items of its invoice. Throws 400 with faults at the fields: an
 * invoice out of reach, more than is open and not disputed yet, a second open dispute of the same kind.
 */
export async function checkDispute(trx: Knex, sent: NewDispute, person: Person): Promise<CheckedDispute> {
  const { attachmentIds, ...written } = sent
  const faults: Fault[] = []
  const files = [...new Set(attachmentIds ?? [])]
  const bill = await disputableInvoice(trx, written.invoiceId, person)
  for (const id of files)
    if (!(await seesFile(trx, person, id, 'DISPUTE')))
      faults.push({ field: 'attachmentIds', code: 'UNKNOWN_REF', message: 'A file is not known: send it again' })
  if (written.complaintId !== null && !(await isComplaintOf(trx, written.complaintId, bill, person)))
    faults.push({ field: 'complaintId', code: 'UNKNOWN_REF', message: 'Complaint is not known for this invoice' })
  if (faults.length > 0) throw invalid(faults)
  demandRoom(bill, written, await lockBalance(trx, bill.id))
  return {
    values: {
      ...written,
      customerId: bill.soldToId,
      sbuId: bill.sbuId,
      plantId: bill.plantId,
    },
    invoiceNo: bill.invoiceNo,
    attachmentIds: files,
  }
}

async function disputableInvoice(trx: Knex, id: number, person: Person): Promise<Invoice> {
  const [bill] = await rowsOf(trx, invoice, rows =>
    restrict(disputable(rows.where('invoice.id', id)), trx, invoice, person, 'read'),
  )
  if (!bill) throw notOnList('invoiceId', 'Invoice')
  return bill
}

/** Narrows a query of invoices to what can be disputed: no credit notes, and nothing that SAP cancelled. */
export const disputable = (rows: Knex.QueryBuilder) =>
  rows.whereIn('invoice.invoiceType', ['INVOICE', 'DEBIT_NOTE']).where('invoice.isCancelled', 0)

async function isComplaintOf(trx: Knex, id: number, bill: Invoice, person: Person): Promise<boolean> {
  const rows = trx('complaint').where({ 'complaint.id': id, 'complaint.customerId': bill.soldToId })
  rows.where(any => any.whereNull('complaint.invoiceId').orWhere('complaint.invoiceId', bill.id))
  return (await restrict(rows, trx, complaint, person, 'read').first('complaint.id')) !== undefined
}

function demandRoom(
  { invoiceNo }: Invoice,
  { disputeType, disputedAmount }: Pick<ArDispute, 'disputeType' | 'disputedAmount'>,
  { balance, held, disputes }: InvoiceBalance,
) {
  const same = disputes.find(one => one.disputeType === disputeType)
  if (same)
    throw invalidField(
      'disputeType',
      'DUPLICATE_KEY',
      `${same.disputeNo} disputes this of invoice ${invoiceNo} already: write there, or choose another reason`,
    )
  if (balance === 0 && held > 0)
    throw invalidField(
      'invoiceId',
      'RULE',
      `Invoice ${invoiceNo} is being paid (${rupees(held)}): dispute what is left once the payment is booked`,
    )
  const fault = amountFault(disputedAmount, balance, sum(disputes.map(openAmountOf)))
  if (fault) throw invalidField('disputedAmount', 'RANGE', fault)
}
