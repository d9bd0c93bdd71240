import type { Knex } from 'knex'
import { type PwcCollection, pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, updateRow } from '../../derive/save/write.ts'
import { invalidField } from '../../platform/errors.ts'
import type { PwcCommand } from './take-pwc-step.ts'

/** Corrects what the customer's own transport cost. Throws 400 without an amount or a reason. */
export async function correctFreight(trx: Knex, command: PwcCommand): Promise<null> {
  const { row, author, freightPaidByCustomer, reason } = command
  if (freightPaidByCustomer === null)
    throw invalidField(
      'freightPaidByCustomer',
      'REQUIRED',
      'Freight paid by the customer is required: enter the amount',
    )
  if (reason === null) throw invalidField('reason', 'REQUIRED', 'Reason is required: say why the freight is corrected')
  await updateRow(trx, pwcCollection, row, { freightPaidByCustomer, reason }, author)
  return null
}

/** Cancels a collection; its goods wait again. Throws 400 without a reason. */
export async function cancelCollection(trx: Knex, { row, author, reason }: PwcCommand): Promise<null> {
  if (reason === null)
    throw invalidField('reason', 'REQUIRED', 'Reason is required: say why the collection is cancelled')
  await endCollection(trx, row, { status: 'CANCELLED', reason }, author)
  return null
}

/** Ends a collection that did not take place: its code opens nothing any more, and its invoice is PENDING again. */
export async function endCollection(
  trx: Knex,
  row: PwcCollection,
  ended: Pick<PwcCollection, 'status'> & Partial<Pick<PwcCollection, 'reason'>>,
  author: Author,
) {
  await updateRow(trx, pwcCollection, row, { ...ended, heldInvoiceId: null, otpHash: null }, author)
  const [goods] = await rowsOf(trx, invoice, rows => rows.where('id', row.invoiceId).forUpdate())
  if (goods?.dispatchStatus === 'PWC_READY') await updateRow(trx, invoice, goods, { dispatchStatus: 'PENDING' }, author)
}
