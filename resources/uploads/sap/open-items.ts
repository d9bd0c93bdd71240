import { amount, day, sapNumber, sapSheet, words } from './sap-sheet.ts'

const item = {
  CompanyCode: words({ max: 4, required: true }),
  FiscalYear: words({ max: 4, required: true }),
  AccountingDocument: sapNumber({ required: true }),
  AccountingDocumentItem: words({ max: 6, required: true }),
  AccountingDocumentType: words({ max: 2 }),
  AccountingDocumentCategory: words({ max: 1 }),
  Customer: sapNumber({ required: true }),
  DebitCreditCode: words({ max: 1, required: true, hint: 'S or H' }),
  AmountInCompanyCodeCurrency: amount({ required: true }),
  CompanyCodeCurrency: words({ max: 5 }),
  DocumentDate: day({ required: true }),
  NetDueDate: day(),
  DocumentReferenceID: words({ max: 16 }),
  BillingDocument: sapNumber(),
  SpecialGLCode: words({ max: 1 }),
  InvoiceReference: words({ max: 10 }),
  InvoiceReferenceFiscalYear: words({ max: 4 }),
  InvoiceItemReference: words({ max: 6 }),
}
const key = ['CompanyCode', 'FiscalYear', 'AccountingDocument', 'AccountingDocumentItem'] as const

/** Open items of customers. Items that name others lower them where both are in one file. */
export const outstandingFile = sapSheet({
  object: 'OUTSTANDING',
  purpose: 'Open items of customers, by accounting document and item. What a file does not list stays open.',
  columns: item,
  key,
  together: ['CompanyCode', 'Customer'],
})

/** Items that accounting has cleared. */
export const clearingFile = sapSheet({
  object: 'PAYMENT_CLEARING',
  purpose: 'Items of customers that accounting has cleared, with what cleared them and when.',
  columns: {
    ...item,
    ClearingAccountingDocument: sapNumber({ required: true }),
    ClearingDocFiscalYear: words({ max: 4 }),
    ClearingDate: day({ required: true }),
    ClearingCreationDate: day(),
  },
  key,
  together: key,
})
