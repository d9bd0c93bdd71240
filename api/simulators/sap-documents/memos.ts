import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { fromSapAmount, fromSapQuantity, toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { clear, openItemsOf } from './accounting.ts'
import { amounts, bill, documentOf, releaseToAccounting } from './billing.ts'
import { fiscalYearOf } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

/** The billing documents that refer to another one, by SAP's category and a type that landscapes use. */
export const memoKinds = {
  credit: { type: 'G2', category: 'O' },
  returns: { type: 'RE', category: 'O' },
  debit: { type: 'L2', category: 'P' },
  intercompany: { type: 'IV', category: '5' },
  intercompanyCredit: { type: 'IG', category: '6' },
} as const
type MemoKind = keyof typeof memoKinds

/** Writes a memo of so many percent of a billing document, and posts it where accounting knows its kind; returns its number. */
export function addMemo(store: SimulatorStore, number: string, kind: MemoKind, percent: number, at: string): string {
  return store.entities.together(() => {
    const original = invoiceOf(store, number)
    const memo = copied(store, original, { ...memoKinds[kind] }, percent, at)
    if (memoKinds[kind].category !== '5' && memoKinds[kind].category !== '6') releaseToAccounting(store, memo, at)
    return memo
  })
}

/**
 * Cancels a billing document by another one, which clears its open items; with `rebill` the goods are billed again.
 * Returns the new documents. Throws Refused when it is cancelled or cleared already.
 */
export function cancelBilling(
  store: SimulatorStore,
  number: string,
  { rebill = false, percent = 100, daysBack = 0 }: { rebill?: boolean; percent?: number; daysBack?: number },
  at: string,
): string[] {
  return store.entities.together(() => {
    const original = invoiceOf(store, number)
    const open = openItemsOf(store, number)
    if (original.AccountingDocument && open.length === 0)
      throw new Refused(`Billing document ${number} is cleared: reset its clearing first.`)
    const isCredit = original.SDDocumentCategory === 'O'
    const kind = isCredit ? { type: 'S2', category: 'S' } : { type: 'S1', category: 'N' }
    const dated = { BillingDocumentDate: addDays(dayOf(at), -daysBack) }
    const cancelling = copied(store, original, kind, 100, at, { CancelledBillingDocument: number, ...dated })
    // What cancels a document refers to what that billed.
    for (const item of store.entities.below('A_BillingDocumentItem', [number]))
      store.entities.put('A_BillingDocumentItem', {
        ...store.entities.find('A_BillingDocumentItem', [cancelling, item.BillingDocumentItem])!,
        ReferenceSDDocument: item.ReferenceSDDocument,
        ReferenceSDDocumentItem: item.ReferenceSDDocumentItem,
        ReferenceSDDocumentCategory: item.ReferenceSDDocumentCategory,
      })
    if (original.AccountingDocument) {
      releaseToAccounting(store, cancelling, at)
      const reversal = openItemsOf(store, cancelling)
      clear(store, [...open, ...reversal], reversal[0]!, at)
    }
    // SAP flags the cancelled document a while after the one that cancels it, which clears it.
    const cleared = original.AccountingDocument ? { InvoiceClearingStatus: 'C' } : {}
    const flagged = { BillingDocumentIsCancelled: true, ...cleared }
    store.entities.change('A_BillingDocument', { ...documentOf(store, number), ...flagged }, later(at))
    if (isCredit) return [cancelling]
    reopenDeliveries(store, number)
    return rebill ? [cancelling, ...bill(store, ordersOf(store, number), { percent }, later(at))] : [cancelling]
  })
}

const FLAGGED_AFTER_MS = 28_000
const later = (at: string) => new Date(Date.parse(at) + FLAGGED_AFTER_MS).toISOString()

function invoiceOf(store: SimulatorStore, number: string): Row {
  const document = documentOf(store, number)
  if (document.BillingDocumentIsCancelled) throw new Refused(`Billing document ${number} is cancelled already.`)
  if (!['M', 'O', 'P'].includes(String(document.SDDocumentCategory)))
    throw new Refused(`Billing document ${number} is no invoice, credit or debit memo.`)
  return document
}

const ordersOf = (store: SimulatorStore, number: string) => [
  ...new Set(store.entities.below('A_BillingDocumentItem', [number]).map(item => String(item.SalesDocument))),
]

function reopenDeliveries(store: SimulatorStore, number: string) {
  for (const { ReferenceSDDocument } of store.entities.below('A_BillingDocumentItem', [number])) {
    const delivery = store.entities.find('A_OutbDeliveryHeader', [ReferenceSDDocument])
    if (delivery) store.entities.put('A_OutbDeliveryHeader', { ...delivery, OverallDelivReltdBillgStatus: 'A' })
  }
}

/** Copies a document under a new number: its items, conditions and partners, so many percent of them. */
function copied(
  store: SimulatorStore,
  original: Row,
  { type, category }: { type: string; category: string },
  percent: number,
  at: string,
  more: Row = {},
): string {
  const number = `${nextNumber(store.db, 'billing')}`
  const from = [original.BillingDocument]
  const share = (text: unknown) => toSapAmount(mulDiv(fromSapAmount(text ?? '0'), percent, 100))
  const items = store.entities.below('A_BillingDocumentItem', from).map(item => ({
    ...item,
    BillingDocument: number,
    ReferenceSDDocument: original.BillingDocument,
    ReferenceSDDocumentItem: item.BillingDocumentItem,
    ReferenceSDDocumentCategory: original.SDDocumentCategory,
    BillingQuantity: toSapQuantity(mulDiv(fromSapQuantity(item.BillingQuantity), percent, 100)),
    NetAmount: share(item.NetAmount),
    TaxAmount: share(item.TaxAmount),
  }))
  for (const item of items) store.entities.put('A_BillingDocumentItem', item)
  for (const row of store.entities.below('A_BillingDocumentItemPrcgElmnt', from))
    store.entities.put('A_BillingDocumentItemPrcgElmnt', {
      ...row,
      BillingDocument: number,
      ConditionAmount: share(row.ConditionAmount),
    })
  for (const row of store.entities.below('A_BillingDocumentPartner', from))
    store.entities.put('A_BillingDocumentPartner', { ...row, BillingDocument: number })
  const total = (name: 'NetAmount' | 'TaxAmount') => sum(items.map(item => fromSapAmount(item[name])))
  const { AccountingDocument: _, ...kept } = original
  store.entities.put('A_BillingDocument', {
    ...kept,
    BillingDocument: number,
    BillingDocumentType: type,
    SDDocumentCategory: category,
    BillingDocumentDate: dayOf(at),
    CreationDate: dayOf(at),
    LastChangeDate: dayOf(at),
    LastChangeDateTime: at,
    FiscalYear: fiscalYearOf(dayOf(at)),
    DocumentReferenceID: '',
    [sap.irn]: '',
    AccountingPostingStatus: 'A',
    InvoiceClearingStatus: 'A',
    BillingDocumentIsCancelled: false,
    ...amounts(total('NetAmount'), total('TaxAmount')),
    ...more,
  })
  return number
}
