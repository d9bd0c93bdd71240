import { fyOf } from '../../../resources/define/dates.ts'
import { toSapAmount } from '../../sap/http/odata.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import type { CompanyOpenItem, Entity } from './company.ts'

/** The numbers of documents that were there before the simulated SAP began, and of the payments on them. */
const firstDocument = 1_700_000_001
const firstPayment = 1_750_000_001

/** An open item as accounting keeps it, and the partial payment that names it where less is open. */
export function openItemEntities(item: CompanyOpenItem, companyCode: string, index: number): Entity[] {
  const head = {
    CompanyCode: companyCode,
    FiscalYear: `20${fyOf(item.documentDate).slice(0, 2)}`,
    AccountingDocumentItem: '001',
    FinancialAccountType: 'D',
    Customer: item.customer,
    PostingDate: item.documentDate,
    DocumentDate: item.documentDate,
    NetDueDate: item.dueDate,
    CompanyCodeCurrency: 'INR',
    TransactionCurrency: 'INR',
  }
  const own: Row = {
    ...head,
    ...signed(item.amount),
    AccountingDocument: `${firstDocument + index}`,
    AccountingDocumentType: item.type,
    DocumentReferenceID: item.reference,
  }
  if (item.balance === item.amount) return [[SET, own]]
  const payment: Row = {
    ...head,
    ...signed(item.balance - item.amount),
    AccountingDocument: `${firstPayment + index}`,
    AccountingDocumentType: 'DZ',
    InvoiceReference: own.AccountingDocument,
    InvoiceReferenceFiscalYear: own.FiscalYear,
    InvoiceItemReference: own.AccountingDocumentItem,
  }
  return [
    [SET, own],
    [SET, payment],
  ]
}

const SET = 'A_OperationalAcctgDocItemCube'

function signed(paise: number): Row {
  const text = toSapAmount(paise)
  return {
    AmountInCompanyCodeCurrency: text,
    AmountInTransactionCurrency: text,
    DebitCreditCode: paise < 0 ? 'H' : 'S',
    PostingKey: paise < 0 ? '11' : '01',
  }
}
