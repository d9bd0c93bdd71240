import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type { clearingOf } from '../../../resources/payments/clearing.ts'
import type { PaymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentClearing, paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { lastListing } from './last-listing.ts'

/** An item that a payment settles, as SAP or a file shows it now. */
export type SettledItem = Parameters<typeof clearingOf>[1] & { clearingDoc: string | null }

/** Reads the items of a posted payment by their ids, and the document that cleared the payment's own line, if any. */
export async function itemsInSap(
  trx: Knex,
  payment: PaymentTransaction,
  allocations: readonly PaymentAllocation[],
): Promise<{ items: ReadonlyMap<number, SettledItem>; ownClearing: string | null }> {
  const listedAt = await lastListing(trx)
  const items = await rowsOf(trx, uploadOutstanding, rows =>
    rows.whereIn(
      'id',
      allocations.map(({ itemId }) => itemId),
    ),
  )
  const clearings = await rowsOf(trx, paymentClearing, rows =>
    rows.whereNull('resetOn').whereIn(
      'sapItem',
      items.flatMap(({ sapItem }) => sapItem ?? []),
    ),
  )
  const of = new Map(clearings.map(one => [one.sapItem, one]))
  const residuals = await residualsOf(trx, payment, clearings)
  const seen = items.map((item): [number, SettledItem] => {
    // What a clearing leaves open comes with the next list of open items.
    const clearing = of.get(item.sapItem ?? '')
    const isAwaited = clearing !== undefined && listedAt !== null && listedAt < clearing.updatedAt
    const own = residuals.filter(
      one => clearing && one.document === documentOf(payment, clearing) && isRestOf(one.item, item),
    )
    return [
      item.id,
      {
        isOpen: item.isActive || isAwaited,
        balance: item.balanceAmount,
        isCleared: clearing !== undefined,
        residual: sum(own.map(one => one.item.balanceAmount)),
        isListedSince: !isAwaited && isListedSince(item, payment, listedAt),
        clearingDoc: clearing?.clearingDoc ?? item.clearingDoc,
      },
    ]
  })
  return { items: new Map(seen), ownClearing: await ownClearingOf(trx, payment) }
}

function isListedSince(item: OutstandingItem, { postedAt }: PaymentTransaction, listedAt: string | null): boolean {
  if (postedAt === null) return false
  if (listedAt !== null && listedAt > postedAt) return true
  const day = item.isActive ? item.asOnDate : item.closedOn
  return item.source === 'UPLOAD' && day !== null && day > dayOf(postedAt)
}

const documentOf = ({ companyCode }: PaymentTransaction, { clearingDoc, clearingYear }: PaymentClearing) =>
  `${companyCode}/${clearingYear}/${clearingDoc}`

/** What is open of the documents that cleared items: the rests that they left. */
async function residualsOf(trx: Knex, payment: PaymentTransaction, clearings: readonly PaymentClearing[]) {
  const documents = [...new Set(clearings.map(one => documentOf(payment, one)))]
  if (documents.length === 0) return []
  const rows = await rowsOf(trx, uploadOutstanding, found =>
    found
      .where({ isActive: 1, customerId: payment.customerId })
      .where('balanceAmount', '>', 0)
      .where(any => {
        for (const document of documents) any.orWhere('sapItem', 'like', `${document}/%`)
      }),
  )
  return rows.map(item => ({ item, document: item.sapItem!.slice(0, item.sapItem!.lastIndexOf('/')) }))
}

/** A rest keeps the billing document of the item that it is of; without one it may be of each item of its clearing. */
const isRestOf = (rest: OutstandingItem, item: OutstandingItem) =>
  rest.sapBillingDoc === null || rest.sapBillingDoc === item.sapBillingDoc

async function ownClearingOf(
  trx: Knex,
  { companyCode, sapFiscalYear, sapAccountingDoc }: PaymentTransaction,
): Promise<string | null> {
  if (sapAccountingDoc === null) return null
  const found = await trx('payment_clearing')
    .where('sapItem', 'like', `${companyCode}/${sapFiscalYear}/${sapAccountingDoc.replace(/^0+/, '')}/%`)
    .whereNull('resetOn')
    .first('clearingDoc')
  return found?.clearingDoc ?? null
}
