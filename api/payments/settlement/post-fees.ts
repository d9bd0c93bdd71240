import type { Knex } from 'knex'
import { paymentAdjustment } from '../../../resources/payments/settlement/payment-adjustment.ts'
import { type PaymentTransfer, paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { transact } from '../../platform/transact.ts'
import { sapAuthor } from '../../sap/sap-author.ts'
import { attempt, type MessageKind } from '../../sap/sending/attempt.ts'
import type { ChargesMessage } from '../../sap/sending/charges-entry.ts'
import { createOnce } from '../../sap/sending/create-once.ts'
import type { PostedPayment } from '../../sap/sending/journal-entry.ts'
import { sendAgain } from '../posting/follow-capture.ts'
import { testMoney } from '../posting/test-money.ts'

const author = systemAuthor('Charges of gateways')

/**
 * Has SAP post the commission and its GST of transfers, one document a transfer, where `payment.post_fees` says so: of
 * those that the bank has, and whose rows come to what it received. Returns how many it asked SAP for.
 */
export async function postFees(db: Knex): Promise<number> {
  const { 'payment.post_fees': isOn } = await readSettings(db)
  if (!isOn) return 0
  const due = await rowsOf(db, paymentTransfer, rows =>
    rows
      .where('feePosting', 'NOT_DUE')
      .whereIn('bankState', ['RECEIVED', 'LATE', 'NONE'])
      .where(kept => kept.whereNot('feeAmount', 0).orWhereNot('taxAmount', 0))
      .whereNotExists(
        db('payment_difference')
          .whereRaw('?? = ??', ['payment_difference.accountId', 'payment_transfer.accountId'])
          .whereRaw('?? = ??', ['payment_difference.about', 'payment_transfer.utr'])
          .where('kind', 'UTR_SUM')
          .whereNot('status', 'CLOSED'),
      )
      .orderBy('id'),
  )
  for (const { id } of due) await transact(db, trx => queueOne(trx, id))
  return due.length
}

async function queueOne(trx: Knex, id: number) {
  const transfer = await lockTransfer(trx, id)
  if (transfer.feePosting !== 'NOT_DUE' || (await testMoney(trx, transfer)) !== null) return
  await updateRow(trx, paymentTransfer, transfer, { feePosting: 'QUEUED', feeText: null }, author)
  await enqueueForSap(trx, {
    messageType: 'CHARGES_POST',
    ownerType: 'TRANSFER',
    ownerId: id,
    orderId: null,
    idempotencyKey: `CHG-${id}`,
    payload: await messageOf(trx, transfer),
  })
}

async function messageOf(
  trx: Knex,
  { accountId, utr, feeAmount, taxAmount }: PaymentTransfer,
): Promise<ChargesMessage> {
  const { companyCode, clearingAccount } = await trx('payment_account')
    .where({ id: accountId })
    .first('companyCode', 'clearingAccount')
  return { utr, companyCode, clearingAccount, postingDate: today(), fee: feeAmount, tax: taxAmount }
}

/** Sends charges that SAP refused once more; SAP is searched for them before. */
export const postFeesAgain: ActionHandler = async (trx, { rows, author: person }) => {
  const transfer = await lockTransfer(trx, rows[0]!.id)
  const message = await trx('sap_outbox').where({ ownerType: 'TRANSFER', ownerId: transfer.id }).first('id')
  await sendAgain(trx, message, await messageOf(trx, transfer))
  await updateRow(trx, paymentTransfer, transfer, { feePosting: 'QUEUED', feeText: null }, person)
  return 'The charges go to SAP again; SAP is searched for them before.'
}

/** Posts charges, which SAP must have exactly once. */
export const chargesPosting: MessageKind = {
  async send(means, message) {
    const charges = message.payload as ChargesMessage
    const call = () =>
      createOnce(means.db, message, {
        what: `charges of ${charges.utr}`,
        search: () => means.sap.findCharges(charges),
        create: () => means.sap.postCharges(charges),
        documentNo: ({ accountingDocument }) => accountingDocument,
        save: (trx, document) => recordPosted(trx, message.ownerId, document),
        stopped: (trx, reason) => recordStuck(trx, message.ownerId, reason),
      })
    return attempt(means, {
      messages: [message],
      call,
      refused: (trx, { ownerId }, refusal) => recordStuck(trx, ownerId, refusal.message),
      givenUp: (trx, { ownerId }, failure) => recordStuck(trx, ownerId, failure.message),
    })
  },
}

async function recordPosted(trx: Knex, id: number, { accountingDocument: sapDoc, fiscalYear: sapYear }: PostedPayment) {
  const transfer = await lockTransfer(trx, id)
  const posted = { feePosting: 'POSTED' as const, feeText: null, sapDoc, sapYear }
  await updateRow(trx, paymentTransfer, transfer, posted, sapAuthor)
  const { accountId, utr } = transfer
  const kept = await rowsOf(trx, paymentAdjustment, rows =>
    rows.where({ accountId, utr }).whereIn('kind', ['RENTAL', 'FEE', 'TAX']).orderBy('id'),
  )
  await updateRows(trx, paymentAdjustment, kept, { sapDoc }, sapAuthor)
}

async function recordStuck(trx: Knex, id: number, reason: string) {
  const transfer = await lockTransfer(trx, id)
  if (transfer.feePosting !== 'QUEUED') return
  await updateRow(trx, paymentTransfer, transfer, { feePosting: 'STUCK', feeText: reason.slice(0, 500) }, sapAuthor)
}

async function lockTransfer(trx: Knex, id: number): Promise<PaymentTransfer> {
  const [transfer] = await rowsOf(trx, paymentTransfer, rows => rows.where({ id }).forUpdate())
  return transfer!
}
