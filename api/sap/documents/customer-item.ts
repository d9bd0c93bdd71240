import { dayOfSap, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { entitySet } from '../identity/entity-sets.ts'
import { keptCode, keyOfRow } from '../identity/key-forms.ts'
import { demandRupees, rupeesOf } from '../identity/money.ts'
import type { SapItem } from '../reading/row-pull.ts'

/** An item of an accounting document that stands on a customer's account, in our names; amounts in paise. */
export interface CustomerItem extends SapItem {
  customer: string
  documentNo: string
  /** SAP's type of the document: RV is an invoice from sales, DZ a payment. */
  documentType: string
  documentDate: string
  dueDate: string
  /** Positive for what the customer owes, negative for credits. */
  amount: number
  accountingDoc: string
  fiscalYear: string
  sapBillingDoc: string | null
  /** The item that it belongs to, such as a partial payment to its invoice; null for one that stands alone. */
  refersTo: { document: string; item: string | null } | null
}

/** Items of accounting documents, open and cleared. */
export const customerItems = entitySet('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube', {
  select: [
    'CompanyCode',
    'FiscalYear',
    'AccountingDocument',
    'AccountingDocumentItem',
    'AccountingDocumentCategory',
    'AccountingDocumentType',
    'AmountInCompanyCodeCurrency',
    'BillingDocument',
    'ClearingAccountingDocument',
    'ClearingCreationDate',
    'ClearingDate',
    'ClearingDocFiscalYear',
    'CompanyCodeCurrency',
    'Customer',
    'DebitCreditCode',
    'DocumentDate',
    'DocumentReferenceID',
    'InvoiceItemReference',
    'InvoiceReference',
    'InvoiceReferenceFiscalYear',
    'NetDueDate',
    'SpecialGLCode',
  ],
})

/** The key of an item as people read it: company code, year, document and item, all without leading zeros. */
export const customerItemKey = (row: SapRow): string => keyOfRow(customerItems.identity.key, row)

/** The code of the customer on whose account an item stands; null where SAP names none. */
export const customerItemBuyer = (row: SapRow): string | null => keptCode(row.Customer) || null

/**
 * Reads one item; null for one that is no debt or credit: a parked or recurring document, a special G/L transaction that
 * the settings do not name, an amount of nothing. Throws RangeError when unreadable.
 */
export function customerItemOf(row: SapRow, { specialGl }: { specialGl: readonly string[] }): CustomerItem | null {
  const special = optionalText(row.SpecialGLCode)
  if (optionalText(row.AccountingDocumentCategory) || (special && !specialGl.includes(special))) return null
  const amount = signedAmount(row)
  if (amount === 0) return null
  const accountingDoc = keptCode(requiredText(row.AccountingDocument, 'AccountingDocument'))
  const billingDoc = optionalText(row.BillingDocument)
  const documentDate = dayOfSap(row.DocumentDate)
  return {
    key: customerItemKey(row),
    customer: keptCode(requiredText(row.Customer, 'Customer')),
    documentNo: optionalText(row.DocumentReferenceID)?.trim() || accountingDoc,
    documentType: optionalText(row.AccountingDocumentType) ?? '',
    documentDate,
    dueDate: row.NetDueDate ? dayOfSap(row.NetDueDate) : documentDate,
    amount,
    accountingDoc,
    fiscalYear: requiredText(row.FiscalYear, 'FiscalYear'),
    sapBillingDoc: billingDoc && keptCode(billingDoc),
    refersTo: referenceOf(row),
  }
}

/** SAP gives the sign apart, and some landscapes give it in the amount too. */
function signedAmount(row: SapRow): number {
  const about = `Document ${keptCode(row.AccountingDocument)}`
  demandRupees(row, customerItems.identity, about)
  const side = row.DebitCreditCode
  if (side !== 'S' && side !== 'H') throw new RangeError('DebitCreditCode must be S or H')
  const amount = Math.abs(rupeesOf(row.AmountInCompanyCodeCurrency, 'AmountInCompanyCodeCurrency', about))
  return side === 'H' ? 0 - amount : amount
}

/** `V` in place of a document number only moves the due date. */
function referenceOf(row: SapRow): CustomerItem['refersTo'] {
  const number = optionalText(row.InvoiceReference)
  if (number === null || !/^\d+$/.test(number)) return null
  const year = optionalText(row.InvoiceReferenceFiscalYear) ?? row.FiscalYear
  const item = optionalText(row.InvoiceItemReference)
  const document = [row.CompanyCode, year, keptCode(number)].join('/')
  return { document, item: item === null || /^0+$/.test(item) ? null : `${document}/${keptCode(item)}` }
}
