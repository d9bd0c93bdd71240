import { sapCode } from '../../../resources/sap/codes.ts'
import { now } from '../../platform/clock.ts'
import type { SapFields } from '../http/fields.ts'
import { expandedRows, odataLiteral, requiredText, toSapAmount } from '../http/odata.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import type { XmlElement } from '../http/xml.ts'
import {
  entryRequest,
  journalEntryAction,
  journalEntryAnswer,
  type PostedPayment,
  paymentReference,
} from './journal-entry.ts'

/** What a gateway kept of a transfer, as the outbox holds it for SAP; paise, below zero for what it gave back. */
export interface ChargesMessage {
  /** The UTR of the transfer; its last 16 characters are SAP's reference. */
  utr: string
  companyCode: string
  /** The G/L account on which the gateway's money waits for its settlement; null for that of the settings. */
  clearingAccount: string | null
  postingDate: string
  fee: number
  tax: number
}

/** The SOAP request of Journal Entry – Post: debit charges and input tax, credit gateway clearing. */
export function chargesRequest(
  { utr, companyCode, clearingAccount, postingDate, fee, tax }: ChargesMessage,
  {
    charges,
    clearingAccount: standard,
    createdBy,
  }: Pick<SapFields['posting'], 'charges' | 'clearingAccount'> & { createdBy: string },
  at: string,
): string {
  const lines = [
    { account: charges.account, amount: fee },
    { account: charges.taxAccount, amount: tax },
    { account: clearingAccount ?? standard, amount: 0 - fee - tax },
  ].filter(({ amount }) => amount !== 0)
  const entry: XmlElement[] = [
    ['OriginalReferenceDocumentType', 'BKPFF'],
    ['OriginalReferenceDocument', ''],
    ['OriginalReferenceDocumentLogicalSystem', ''],
    ['BusinessTransactionType', 'RFBU'],
    ['AccountingDocumentType', charges.documentType],
    ['DocumentReferenceID', paymentReference(utr)],
    ['DocumentHeaderText', 'Gateway charges'],
    ['CreatedByUser', createdBy.slice(0, 12)],
    ['CompanyCode', companyCode],
    ['DocumentDate', postingDate],
    ['PostingDate', postingDate],
    ...lines.map(
      ({ account, amount }, index): XmlElement => [
        'Item',
        [
          ['ReferenceDocumentItem', `${index + 1}`],
          ['CompanyCode', companyCode],
          ['GLAccount', sapCode(account)],
          ['AmountInTransactionCurrency', toSapAmount(amount), { currencyCode: 'INR' }],
          ['DebitCreditCode', amount > 0 ? 'S' : 'H'],
          ['DocumentItemText', `Gateway charges ${utr}`.slice(0, 50)],
        ],
      ],
    ),
  ]
  return entryRequest(`CHG-${utr}`, entry, at)
}

/** Posts what a gateway kept of a transfer, by SAP's synchronous journal entry service. */
export async function postCharges(
  session: SapSession,
  { posting, lockMessages }: SapFields,
  createdBy: string,
  charges: ChargesMessage,
): Promise<PostedPayment> {
  const request = chargesRequest(charges, { ...posting, createdBy }, now())
  return journalEntryAnswer(await session.soap(posting.path, journalEntryAction, request), lockMessages)
}

/** The document of charges that were posted before, by company code, reference and type; what was reversed is not it. */
export async function findCharges(
  session: SapSession,
  { posting }: SapFields,
  { companyCode, utr }: ChargesMessage,
): Promise<PostedPayment | null> {
  const conditions = {
    CompanyCode: companyCode,
    DocumentReferenceID: paymentReference(utr),
    AccountingDocumentType: posting.charges.documentType,
  }
  const { text } = await session.get('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube', {
    $filter: Object.entries(conditions)
      .map(([name, value]) => `${name} eq ${odataLiteral(value)}`)
      .join(' and '),
    $select: 'CompanyCode,FiscalYear,AccountingDocument,AccountingDocumentItem,IsReversed',
  })
  const [first] = readAnswer(text, expandedRows).filter(({ IsReversed }) => IsReversed !== true)
  if (!first) return null
  return {
    accountingDocument: requiredText(first.AccountingDocument, 'AccountingDocument'),
    companyCode: requiredText(first.CompanyCode, 'CompanyCode'),
    fiscalYear: requiredText(first.FiscalYear, 'FiscalYear'),
  }
}
