import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type Clearing, clearingOf } from '../../../resources/payments/clearing.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type PaymentClearing, paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { lastListing } from '../../masters/last-listing.ts'

/** An item that a capture settles, as SAP or a file shows it now. */
type SettledItem = Parameters<typeof clearingOf>[1] & { clearingDoc: string | null }

/** What SAP shows of a capture: its items by the ids of what settles them, and the document that cleared its own line, if any. */
export interface CaptureInSap {
  items: ReadonlyMap<number, SettledItem>
  ownClearing: string | null
}

/** A capture with what names its document in SAP. */
type OwnDocument = Pick<PaymentCapture, 'sapFiscalYear' | 'sapAccountingDoc'> & { companyCode: string }

/** Reads what SAP shows of posted captures, at most a few hundred, in as many statements for one as for all. */
export async function itemsInSap(
  trx: Knex,
  captures: readonly PaymentCapture[],
  allocations: readonly CaptureAllocation[],
): Promise<(capture: PaymentCapture) => CaptureInSap> {
  const listedAt = await lastListing(trx)
  const rows = await rowsOf(trx, uploadOutstanding, found =>
    found.whereIn('id', [...new Set(allocations.flatMap(({ itemId }) => itemId ?? []))]),
  )
  const clearings = await rowsOf(trx, paymentClearing, found =>
    found.whereNull('resetOn').whereIn(
      'sapItem',
      rows.flatMap(({ sapItem }) => sapItem ?? []),
    ),
  )
  const of = new Map(clearings.map(one => [one.sapItem, one]))
  const residuals = await residualsOf(trx, rows, clearings)
  const settledOf = Map.groupBy(allocations, ({ captureId }) => captureId)
  const companies = await companiesOf(trx, captures)
  const own = await ownClearings(
    trx,
    captures.filter(({ id }) => !settledOf.has(id)).map(one => ({ ...one, companyCode: companies.get(one.id)! })),
  )
  const itemOf = new Map(rows.map(item => [item.id, item]))

  function seen(item: OutstandingItem, capture: PaymentCapture, since: string | null): SettledItem {
    // What a clearing leaves open comes with the next list of open items.
    const clearing = of.get(item.sapItem ?? '')
    const isAwaited = clearing !== undefined && listedAt !== null && listedAt < clearing.updatedAt
    const companyCode = companies.get(capture.id)!
    const rests = residuals.filter(
      rest => clearing && isOfDocument(rest, documentOf(companyCode, clearing)) && isRestOf(rest, item),
    )
    return {
      isOpen: item.isActive || isAwaited,
      balance: item.balanceAmount,
      isCleared: clearing !== undefined,
      residual: sum(rests.map(rest => rest.balanceAmount)),
      isListedSince: !isAwaited && isListedSince(item, since, listedAt),
      clearingDoc: clearing?.clearingDoc ?? item.clearingDoc,
    }
  }

  return capture => ({
    items: new Map(
      (settledOf.get(capture.id) ?? []).map(row => [
        row.id,
        seen(itemOf.get(row.itemId ?? 0)!, capture, listableSince(capture, row)),
      ]),
    ),
    ownClearing:
      own.find(({ sapItem }) => sapItem.startsWith(ownLines({ ...capture, companyCode: companies.get(capture.id)! })))
        ?.clearingDoc ?? null,
  })
}

/** Since when SAP's lists can show what a capture settles: its posting, and the move of the money to the item. */
const listableSince = ({ postedAt }: PaymentCapture, { createdAt }: CaptureAllocation) =>
  postedAt === null || postedAt > createdAt ? postedAt : createdAt

/** The company codes of captures, by their ids. */
async function companiesOf(db: Knex, captures: readonly PaymentCapture[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(captures.map(({ transactionId }) => transactionId))]
  const payments: { id: number; companyCode: string }[] = await db('payment_transaction')
    .whereIn('id', ids)
    .select('id', 'companyCode')
  const of = new Map(payments.map(({ id, companyCode }) => [id, companyCode]))
  return new Map(captures.map(({ id, transactionId }) => [id, of.get(transactionId)!]))
}

/** What became of what a capture settles of an item. */
export const clearingNow = ({ amount, tdsAmount, balanceBefore }: CaptureAllocation, item: SettledItem): Clearing =>
  clearingOf({ settled: amount + tdsAmount, balanceBefore }, item)

function isListedSince(item: OutstandingItem, since: string | null, listedAt: string | null): boolean {
  if (since === null) return false
  if (listedAt !== null && listedAt > since) return true
  const day = item.isActive ? item.asOnDate : item.closedOn
  return item.source === 'UPLOAD' && day !== null && day > dayOf(since)
}

const documentOf = (companyCode: string, { clearingDoc, clearingYear }: PaymentClearing) =>
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

/** What the lines of a document of a capture begin with. */
export const ownLines = ({ companyCode, sapFiscalYear, sapAccountingDoc }: OwnDocument) =>
  `${companyCode}/${sapFiscalYear}/${(sapAccountingDoc ?? '-').replace(/^0+/, '')}/`

/** What cleared the own lines of these captures. */
async function ownClearings(trx: Knex, captures: readonly OwnDocument[]): Promise<PaymentClearing[]> {
  if (captures.length === 0) return []
  return rowsOf(trx, paymentClearing, found =>
    found.whereNull('resetOn').where(any => {
      for (const capture of captures) any.orWhere('sapItem', 'like', `${ownLines(capture)}%`)
    }),
  )
}
