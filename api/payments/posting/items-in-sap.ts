import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type Clearing, clearingOf } from '../../../resources/payments/clearing.ts'
import type { PaymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentClearing, paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { lastListing } from '../../masters/last-listing.ts'

/** An item that a payment settles, as SAP or a file shows it now. */
type SettledItem = Parameters<typeof clearingOf>[1] & { clearingDoc: string | null }

/** What SAP shows of a payment: its items by their ids, and the document that cleared its own line, if any. */
export interface PaymentInSap {
  items: ReadonlyMap<number, SettledItem>
  ownClearing: string | null
}

/** Reads what SAP shows of posted payments, at most a few hundred, in as many statements for one as for all. */
export async function itemsInSap(
  trx: Knex,
  payments: readonly PaymentTransaction[],
  allocations: readonly PaymentAllocation[],
): Promise<(payment: PaymentTransaction) => PaymentInSap> {
  const listedAt = await lastListing(trx)
  const rows = await rowsOf(trx, uploadOutstanding, found =>
    found.whereIn('id', [...new Set(allocations.map(({ itemId }) => itemId))]),
  )
  const clearings = await rowsOf(trx, paymentClearing, found =>
    found.whereNull('resetOn').whereIn(
      'sapItem',
      rows.flatMap(({ sapItem }) => sapItem ?? []),
    ),
  )
  const of = new Map(clearings.map(one => [one.sapItem, one]))
  const residuals = await residualsOf(trx, rows, clearings)
  const settledOf = Map.groupBy(allocations, ({ transactionId }) => transactionId)
  const own = await ownClearings(
    trx,
    payments.filter(({ id }) => !settledOf.has(id)),
  )
  const itemOf = new Map(rows.map(item => [item.id, item]))

  function seen(item: OutstandingItem, payment: PaymentTransaction): SettledItem {
    // What a clearing leaves open comes with the next list of open items.
    const clearing = of.get(item.sapItem ?? '')
    const isAwaited = clearing !== undefined && listedAt !== null && listedAt < clearing.updatedAt
    const rests = residuals.filter(
      rest => clearing && isOfDocument(rest, documentOf(payment, clearing)) && isRestOf(rest, item),
    )
    return {
      isOpen: item.isActive || isAwaited,
      balance: item.balanceAmount,
      isCleared: clearing !== undefined,
      residual: sum(rests.map(rest => rest.balanceAmount)),
      isListedSince: !isAwaited && isListedSince(item, payment, listedAt),
      clearingDoc: clearing?.clearingDoc ?? item.clearingDoc,
    }
  }

  return payment => {
    const settled = (settledOf.get(payment.id) ?? []).map(({ itemId }) => itemOf.get(itemId)!)
    return {
      items: new Map(settled.map(item => [item.id, seen(item, payment)])),
      ownClearing: own.find(({ sapItem }) => sapItem.startsWith(ownLines(payment)))?.clearingDoc ?? null,
    }
  }
}

/** What became of what a payment settles of an item. */
export const clearingNow = ({ amount, tdsAmount, balanceBefore }: PaymentAllocation, item: SettledItem): Clearing =>
  clearingOf({ settled: amount + tdsAmount, balanceBefore }, item)

function isListedSince(item: OutstandingItem, { postedAt }: PaymentTransaction, listedAt: string | null): boolean {
  if (postedAt === null) return false
  if (listedAt !== null && listedAt > postedAt) return true
  const day = item.isActive ? item.asOnDate : item.closedOn
  return item.source === 'UPLOAD' && day !== null && day > dayOf(postedAt)
}

const documentOf = ({ companyCode }: PaymentTransaction, { clearingDoc, clearingYear }: PaymentClearing) =>
  `${companyCode}/${clearingYear}/${clearingDoc}`

const isOfDocument = ({ sapItem }: OutstandingItem, document: string) => sapItem?.startsWith(`${document}/`) === true

/** What is open of the documents that cleared items: the rests that they left. */
async function residualsOf(
  trx: Knex,
  items: readonly OutstandingItem[],
  clearings: readonly PaymentClearing[],
): Promise<OutstandingItem[]> {
  if (clearings.length === 0) return []
  return rowsOf(trx, uploadOutstanding, found =>
    found
      .where('isActive', 1)
      .where('balanceAmount', '>', 0)
      .whereIn('customerId', [...new Set(items.map(({ customerId }) => customerId))])
      .whereIn('sapAccountingDoc', [...new Set(clearings.map(({ clearingDoc }) => clearingDoc))]),
  )
}

/** A rest keeps the billing document of the item that it is of; without one it may be of each item of its clearing. */
const isRestOf = (rest: OutstandingItem, item: OutstandingItem) =>
  rest.sapBillingDoc === null || rest.sapBillingDoc === item.sapBillingDoc

/** What the lines of a payment's own document begin with. */
export const ownLines = ({ companyCode, sapFiscalYear, sapAccountingDoc }: PaymentTransaction) =>
  `${companyCode}/${sapFiscalYear}/${(sapAccountingDoc ?? '-').replace(/^0+/, '')}/`

/** What cleared the own lines of these payments. */
async function ownClearings(trx: Knex, payments: readonly PaymentTransaction[]): Promise<PaymentClearing[]> {
  if (payments.length === 0) return []
  return rowsOf(trx, paymentClearing, found =>
    found.whereNull('resetOn').where(any => {
      for (const payment of payments) any.orWhere('sapItem', 'like', `${ownLines(payment)}%`)
    }),
  )
}
