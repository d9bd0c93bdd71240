import { dayOf } from '../../../resources/define/dates.ts'
import { fromSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import {
  accountingItems,
  amountOf,
  clear,
  headOf,
  openItem,
  openItemsOf,
  referring,
  showClearing,
} from './accounting.ts'
import { fiscalYearOf, rowsWhere } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

/** How a payment meets the open items of an invoice. */
type PaymentKind = 'full' | 'partial' | 'residual'

/**
 * Books a payment for the open items of a billing document: all of it clears them; a partial payment stays open beside
 * the invoice it names; a residual one clears it and opens the rest anew. A part of no amount is half. Returns the
 * accounting document. Throws Refused when nothing is open.
 */
export function payInvoice(
  store: SimulatorStore,
  billingDocument: string,
  { kind, amount }: { kind: PaymentKind; amount?: number },
  at: string,
): string {
  return store.entities.together(() => {
    const open = openItemsOf(store, billingDocument)
    const [first] = open
    if (!first) throw new Refused(`Billing document ${billingDocument} has no open item.`)
    if (kind === 'full') return payItems(store, open, null, at)
    const whole = fromSapAmount(first.AmountInCompanyCodeCurrency)
    const paid = amount ?? Math.round(whole / 2)
    if (!(paid > 0 && paid < whole)) throw new Refused('A part is more than nothing and less than the open amount.')
    return kind === 'residual' ? payItems(store, [first], whole - paid, at) : payPart(store, first, paid, at)
  })
}

/**
 * Clears an item of a customer with the line of the payment that was posted for it, as accounting does that found less on
 * the bank: the rest is opened anew in the clearing document. Throws Refused where either is not open.
 */
export function clearShort(store: SimulatorStore, item: Row, line: Row, rest: number, at: string) {
  store.entities.together(() => {
    if (item.ClearingAccountingDocument || line.ClearingAccountingDocument)
      throw new Refused('Only what is open is cleared.')
    const AccountingDocument = `${nextNumber(store.db, 'clearing')}`.padStart(10, '0')
    const document = { ...paymentOf(store, item, at), AccountingDocument, AccountingDocumentType: 'AB' }
    addBankLine(store, document, -rest)
    openRest(store, document, item, rest)
    clear(store, [item, line], document, at)
  })
}

/** The payment of items, which clears them; a rest, where there is one, is opened anew in the same document. */
function payItems(store: SimulatorStore, items: readonly Row[], rest: number | null, at: string): string {
  const [first] = items as [Row]
  const owed = items.reduce((total, item) => total + fromSapAmount(item.AmountInCompanyCodeCurrency), 0)
  const payment = paymentOf(store, first, at)
  addBankLine(store, payment, owed - (rest ?? 0))
  const line = { ...payment, ...amountOf(-owed), AccountingDocumentItem: '002' }
  store.entities.put(accountingItems, line)
  if (rest !== null) openRest(store, payment, first, rest)
  clear(store, [...items, line], payment, at)
  return String(payment.AccountingDocument)
}

/** What is left of an item, as an open item of the document that clears it. */
function openRest(store: SimulatorStore, document: Row, item: Row, rest: number) {
  store.entities.put(accountingItems, {
    ...document,
    ...openItem,
    ...amountOf(rest),
    ...referring(item),
    AccountingDocumentItem: '003',
    NetDueDate: item.NetDueDate,
    BillingDocument: item.BillingDocument,
    DocumentReferenceID: item.DocumentReferenceID,
  })
}

/** A payment that stays open and names the item it is for. */
function payPart(store: SimulatorStore, item: Row, paid: number, at: string): string {
  const payment = paymentOf(store, item, at)
  addBankLine(store, payment, paid)
  const line = { ...payment, ...openItem, ...amountOf(-paid), ...referring(item) }
  store.entities.put(accountingItems, { ...line, AccountingDocumentItem: '002' })
  return String(payment.AccountingDocument)
}

/** The line of the customer in a new payment document. */
function paymentOf(store: SimulatorStore, item: Row, at: string): Row {
  const AccountingDocument = `${nextNumber(store.db, 'payment')}`
  const FiscalYear = fiscalYearOf(dayOf(at))
  return {
    ...headOf({ CompanyCode: item.CompanyCode, FiscalYear, AccountingDocument }, 'DZ', at),
    FinancialAccountType: 'D',
    PostingKey: '15',
    Customer: item.Customer,
    NetDueDate: dayOf(at),
  }
}

function addBankLine(store: SimulatorStore, { Customer: _, NetDueDate: __, ...payment }: Row, paid: number) {
  store.entities.put(accountingItems, {
    ...payment,
    ...amountOf(paid),
    AccountingDocumentItem: '001',
    FinancialAccountType: 'S',
    GLAccount: '0000113100',
    PostingKey: paid < 0 ? '50' : '40',
  })
}

/** Takes a clearing back: its items are open again. Throws Refused when the document cleared nothing. */
export function resetClearing(store: SimulatorStore, clearingDocument: string, at: string) {
  store.entities.together(() => {
    const items = rowsWhere(store, accountingItems, [['ClearingAccountingDocument', clearingDocument]])
    if (items.length === 0) throw new Refused(`Document ${clearingDocument} has cleared nothing.`)
    for (const item of items)
      store.entities.put(accountingItems, {
        ...item,
        ...openItem,
        ClearingDate: null,
        ClearingCreationDate: null,
        ClearingIsReversed: true,
        LastChangeDate: dayOf(at),
      })
    showClearing(store, items)
  })
}
