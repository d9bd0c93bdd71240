import { expect } from 'vitest'
import { toSapAmount } from '../../../api/sap/http/odata.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import type { TestPortal } from '../portal.ts'

/** A document on a customer's account in the simulated SAP: its amount in paise, debits above zero. */
interface Entry {
  no: string
  customer: string
  paise: number
  year?: string
  type?: string
  key?: string
  more?: Record<string, unknown>
}

/** Puts documents into the simulated SAP of a portal as accountants type them there, and makes it go away. */
export function documentsInSap({ simulators }: Pick<TestPortal, 'simulators'>) {
  async function put(entitySet: string, key: Record<string, string>, set: Record<string, unknown>) {
    const { status, body } = await simulators.post('/sap/simulator/entity', { entitySet, key, set })
    expect([status < 300, body]).toEqual([true, body])
  }
  const behave = async (mode: string) => {
    const { status } = await simulators.post('/sap/simulator/behaviour', { mode })
    expect(status).toBeLessThan(300)
  }
  return {
    /** A billing document: a credit note under its own number and the reference of accounting, unless `more` says otherwise. */
    billing: (reference: string, customer: string, paise: number, more: Record<string, unknown> = {}) =>
      put(
        'A_BillingDocument',
        { BillingDocument: sapCode(String(more.BillingDocument ?? 9_000_000_000 + hashOf(reference))) },
        {
          ...{ SDDocumentCategory: 'O', BillingDocumentType: 'G2', BillingDocumentIsCancelled: false },
          ...{
            DocumentReferenceID: reference,
            AccountingPostingStatus: 'C',
            CompanyCode: '1000',
            SalesOrganization: '1000',
          },
          ...{ SoldToParty: sapCode(customer), PayerParty: sapCode(customer), TransactionCurrency: 'INR' },
          ...{ TotalGrossAmount: toSapAmount(paise), TotalNetAmount: toSapAmount(paise), TaxAmount: '0.00' },
          ...more,
        },
      ),
    /** A document of accounting; one with key 11 is a credit memo. */
    entry: ({ no, customer, paise, year = '2026', type = 'DZ', key = '15', more = {} }: Entry) =>
      put(
        'A_OperationalAcctgDocItemCube',
        ...([
          { CompanyCode: '1000', FiscalYear: year, AccountingDocument: sapCode(no), AccountingDocumentItem: '001' },
          {
            ...{
              FinancialAccountType: 'D',
              Customer: sapCode(customer),
              AccountingDocumentType: type,
              PostingKey: key,
            },
            ...{ SpecialGLCode: '', AccountingDocumentCategory: '', CompanyCodeCurrency: 'INR' },
            ...{ TransactionCurrency: 'INR', DebitCreditCode: paise < 0 ? 'H' : 'S', IsReversed: false },
            ...{ AmountInCompanyCodeCurrency: toSapAmount(paise), AmountInTransactionCurrency: toSapAmount(paise) },
            ...{ ClearingAccountingDocument: '', ClearingDocFiscalYear: '', IsCleared: false },
            ...{ DocumentDate: '2026-10-01', NetDueDate: '2026-10-31', PostingDate: '2026-10-01' },
            ...more,
          },
        ] as const),
      ),
    goesAway: () => behave('dead'),
    comesBack: () => behave('ok'),
  }
}

/** A number that follows from a text, so that a document that is put twice stays one. */
const hashOf = (text: string) => [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 99_999_999, 7)
