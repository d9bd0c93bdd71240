import { joined } from '../../../resources/access-words.ts'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import { now } from '../../platform/clock.ts'
import type { SapFields } from '../http/fields.ts'
import { expandedRows, fromSapAmount, odataLiteral, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import type { Doubt } from './doubt.ts'
import {
  accountedPayment,
  documentTypeOf,
  journalEntryAction,
  journalEntryAnswer,
  journalEntryRequest,
  netCreditOf,
  type PaymentMessage,
  type PostedPayment,
  paymentReference,
  type ReversalMessage,
  reversalRequest,
} from './journal-entry.ts'

/** Posts a payment by SAP's synchronous journal entry service. */
export async function postPayment(
  session: SapSession,
  fields: SapFields,
  createdBy: string,
  payment: PaymentMessage,
): Promise<PostedPayment> {
  const request = requestOf(fields, createdBy, payment)
  return journalEntryAnswer(await session.soap(fields.posting.path, journalEntryAction, request), fields.lockMessages)
}

/** Reverses a document by the same service: SAP posts its opposite. */
export async function reversePosting(
  session: SapSession,
  { posting, lockMessages }: SapFields,
  createdBy: string,
  reversal: ReversalMessage,
): Promise<PostedPayment> {
  const request = reversalRequest(reversal, { createdBy }, now())
  return journalEntryAnswer(await session.soap(posting.path, journalEntryAction, request), lockMessages)
}

/** With what each of these documents of one company code credits customers, in paise; null for one that is not there, or was reversed. */
export async function postedCredits(
  session: SapSession,
  documents: readonly PostedPayment[],
): Promise<(number | null)[]> {
  const keyOf = (number: unknown, year: unknown) => `${year}/${sapCode(String(number))}`
  const any = documents
    .map(({ accountingDocument, fiscalYear, companyCode }) => {
      const [number, year, company] = [sapCode(accountingDocument), fiscalYear, companyCode].map(odataLiteral)
      return `(CompanyCode eq ${company} and AccountingDocument eq ${number} and FiscalYear eq ${year})`
    })
    .join(' or ')
  const { text, items } = await customerLines(session, { FinancialAccountType: 'D' }, any)
  return readAnswer(text, () => {
    const lines = Map.groupBy(items, row => keyOf(row.AccountingDocument, row.FiscalYear))
    return documents.map(({ accountingDocument, fiscalYear }) => {
      const own = lines.get(keyOf(accountingDocument, fiscalYear))
      return own ? amountOf(own) : null
    })
  })
}

/** The document that reversed a posting; null while it stands. */
export async function findReversal(session: SapSession, { document }: ReversalMessage): Promise<PostedPayment | null> {
  const { accountingDocument, companyCode, fiscalYear } = document
  const { text, items } = await accountingLines(session, {
    CompanyCode: companyCode,
    AccountingDocument: sapCode(accountingDocument),
    FiscalYear: fiscalYear,
  })
  return readAnswer(text, () => {
    const reversed = items.find(({ IsReversed }) => IsReversed === true)
    if (!reversed) return null
    return {
      accountingDocument: optionalText(reversed.ReverseDocument) ?? accountingDocument,
      companyCode,
      fiscalYear: optionalText(reversed.ReverseDocumentFiscalYear) ?? fiscalYear,
    }
  })
}

/** A payment that does not balance is our own fault: no second try mends it. */
function requestOf({ posting }: SapFields, createdBy: string, payment: PaymentMessage): string {
  try {
    return journalEntryRequest(payment, { ...posting, createdBy }, now())
  } catch (error) {
    if (error instanceof RangeError) throw new SapError('BUSINESS', `${error.message}.`)
    throw error
  }
}

/**
 * The accounting document of a payment that was posted before, found by company code, customer, reference and document
 * type. What finance has reversed is not it.
 */
export async function findPayment(
  session: SapSession,
  { posting }: SapFields,
  payment: PaymentMessage,
): Promise<PostedPayment | Doubt | null> {
  const { companyCode, customer, txnNo } = accountedPayment(payment, posting)
  const { text, items } = await customerLines(session, {
    CompanyCode: companyCode,
    Customer: sapCode(customer),
    DocumentReferenceID: paymentReference(txnNo),
    AccountingDocumentType: documentTypeOf(payment, posting),
  })
  return readAnswer(text, () => foundPayment(payment, items))
}

const itemKey = ['CompanyCode', 'FiscalYear', 'AccountingDocument', 'AccountingDocumentItem']

const lineColumns = [
  ...itemKey,
  ...['AccountingDocumentType', 'PostingKey', 'Customer', 'BillingDocument', 'AssignmentReference'],
  ...['TransactionCurrency', 'AmountInTransactionCurrency', 'ClearingAccountingDocument', 'IsReversed', 'IsReversal'],
  ...['ReverseDocument', 'ReverseDocumentFiscalYear'],
]

/** The lines of accounting documents, reversed ones too, and the answer that they came in; `any` narrows them further. */
export async function accountingLines(session: SapSession, conditions: Readonly<Record<string, string>>, any?: string) {
  const filter = Object.entries(conditions).map(([name, value]) => `${name} eq ${odataLiteral(value)}`)
  if (any) filter.push(`(${any})`)
  const { text } = await session.get('API_OPLACCTGDOCITEMCUBE_SRV/A_OperationalAcctgDocItemCube', {
    $filter: filter.join(' and '),
    $select: lineColumns.join(),
  })
  return { text, items: readAnswer(text, expandedRows) }
}

/** The lines of documents on a customer's account that neither were reversed nor reverse others, and their answer. */
export async function customerLines(...asked: Parameters<typeof accountingLines>) {
  const { text, items } = await accountingLines(...asked)
  return { text, items: items.filter(({ IsReversed, IsReversal }) => IsReversed !== true && IsReversal !== true) }
}

/** What lines credit the customer with, in paise. */
const amountOf = (items: readonly SapRow[]) => -sum(items.map(row => fromSapAmount(row.AmountInTransactionCurrency)))

function foundPayment(payment: PaymentMessage, items: readonly SapRow[]): PostedPayment | Doubt | null {
  const documents = Map.groupBy(
    items,
    row => `${row.FiscalYear}/${requiredText(row.AccountingDocument, 'AccountingDocument')}`,
  )
  const [first, ...others] = documents.values()
  if (!first) return null
  const numbers = [...documents.keys()]
  if (others.length > 0) {
    return {
      doubt: `SAP has ${numbers.length} documents for payment ${payment.txnNo}: ${joined(numbers, 'and')}. Nothing is posted again: have all but one reversed in SAP, then retry.`,
    }
  }
  const [posted, sentAmount] = [amountOf(first), netCreditOf(payment)]
  if (posted !== sentAmount)
    return {
      doubt: `SAP has document ${numbers[0]} for payment ${payment.txnNo}, but of ${rupees(posted)} instead of ${rupees(sentAmount)}. Nothing is posted again: correct it in SAP, then retry.`,
    }
  const [{ AccountingDocument, CompanyCode, FiscalYear }] = first as [SapRow]
  return {
    accountingDocument: requiredText(AccountingDocument, 'AccountingDocument'),
    companyCode: requiredText(CompanyCode, 'CompanyCode'),
    fiscalYear: requiredText(FiscalYear, 'FiscalYear'),
  }
}
