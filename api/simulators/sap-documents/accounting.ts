import { shareOut } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { fromSapAmount, toSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { fiscalYearOf, rowsWhere } from './lookups.ts'
import { nextNumber } from './numbers.ts'

/** The entity set of all items of accounting documents. */
export const accountingItems = 'A_OperationalAcctgDocItemCube'

/** What is the same on every item of a document. */
export function headOf(document: Row, type: string, at: string): Row {
  const day = dayOf(at)
  return {
    AccountingDocumentType: type,
    AccountingDocumentCategory: '',
    PostingDate: day,
    DocumentDate: day,
    AccountingDocumentCreationDate: day,
    LastChangeDate: day,
    CompanyCodeCurrency: 'INR',
    TransactionCurrency: 'INR',
    ...document,
  }
}

/** An amount with its sign: debits above zero, credits below. */
export function amountOf(paise: number): Row {
  const text = toSapAmount(paise)
  const side = paise < 0 ? 'H' : 'S'
  return { AmountInCompanyCodeCurrency: text, AmountInTransactionCurrency: text, DebitCreditCode: side }
}

/** An item that nothing has cleared. */
export const openItem: Row = { ClearingAccountingDocument: '', ClearingDocFiscalYear: '', IsCleared: false }

/** Posts a billing document: an open item of the payer, or several where it is paid in parts; returns its number. */
export function postInvoice(store: SimulatorStore, billing: Row, instalments: number, at: string): string {
  const AccountingDocument = `${nextNumber(store.db, 'invoicePosting')}`
  const isCredit = ['O', 'N'].includes(String(billing.SDDocumentCategory))
  const gross = fromSapAmount(billing.TotalGrossAmount) * (isCredit ? -1 : 1)
  const CompanyCode = String(billing.CompanyCode)
  const FiscalYear = fiscalYearOf(dayOf(at))
  const head = headOf(
    { CompanyCode, FiscalYear, AccountingDocument, DocumentReferenceID: billing.DocumentReferenceID },
    'RV',
    at,
  )
  const shares = shareOut(
    Math.abs(gross),
    Array.from({ length: instalments }, () => 1),
  )
  shares.forEach((share, index) => {
    store.entities.put(accountingItems, {
      ...head,
      ...openItem,
      ...amountOf(gross < 0 ? -share : share),
      AccountingDocumentItem: `${index + 1}`.padStart(3, '0'),
      FinancialAccountType: 'D',
      PostingKey: gross < 0 ? '11' : '01',
      Customer: billing.PayerParty,
      BillingDocument: billing.BillingDocument,
      PaymentTerms: billing.CustomerPaymentTerms,
      NetDueDate: addDays(String(billing[sap.dueDate] ?? dayOf(at)), 30 * index),
    })
  })
  store.entities.put(accountingItems, {
    ...head,
    ...amountOf(-gross),
    AccountingDocumentItem: `${instalments + 1}`.padStart(3, '0'),
    FinancialAccountType: 'S',
    GLAccount: '0000800000',
    PostingKey: gross < 0 ? '40' : '50',
  })
  return AccountingDocument
}

/** The fields by which a payment names the item that it is for. */
export const referring = (item: Row): Row => ({
  InvoiceReference: item.AccountingDocument,
  InvoiceReferenceFiscalYear: item.FiscalYear,
  InvoiceItemReference: item.AccountingDocumentItem,
})

/** The open items of a billing document, instalments in their order. */
export const openItemsOf = (store: SimulatorStore, billingDocument: string): Row[] =>
  rowsWhere(store, accountingItems, [
    ['BillingDocument', billingDocument],
    ['FinancialAccountType', 'D'],
    ['ClearingAccountingDocument', ''],
  ])

/** Clears items with a document, and tells the billing documents they came from. */
export function clear(store: SimulatorStore, items: readonly Row[], by: Row, at: string) {
  for (const item of items)
    store.entities.put(accountingItems, {
      ...item,
      ClearingAccountingDocument: by.AccountingDocument,
      ClearingDocFiscalYear: by.FiscalYear,
      ClearingDate: dayOf(at),
      ClearingCreationDate: dayOf(at),
      IsCleared: true,
      LastChangeDate: dayOf(at),
    })
  showClearing(store, items)
}

/** The clearing of its items stands on a billing document, which does not count as changed by it. */
export function showClearing(store: SimulatorStore, items: readonly Row[]) {
  for (const number of new Set(items.map(item => item.BillingDocument).filter(Boolean))) {
    const document = store.entities.find('A_BillingDocument', [number])
    const isOpen = openItemsOf(store, String(number)).length > 0
    if (document) store.entities.put('A_BillingDocument', { ...document, InvoiceClearingStatus: isOpen ? 'A' : 'C' })
  }
}
