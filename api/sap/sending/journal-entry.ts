import { sum } from '../../../resources/define/amounts.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import { toSapAmount } from '../http/odata.ts'
import { faultWords } from '../http/said-by-sap.ts'
import { isLocked, SapError } from '../http/sap-error.ts'
import { unreadable } from '../http/what-came.ts'
import { nodeAt, readXml, textAt, writeXml, type XmlElement, type XmlNode } from '../http/xml.ts'

/**
 * A posting of money of a capture as the outbox holds it for SAP; in paise. What it puts on the customer's account, less
 * what that takes the place of, is the amount and the TDS.
 */
export interface PaymentMessage {
  /** Our own number of what is posted, of which the last 16 characters are SAP's reference: of a capture, a move, a return. */
  txnNo: string
  /** The company code of the payment account; null for that of the settings. */
  companyCode: string | null
  /** The G/L account on which the gateway's money waits for its settlement; null for that of the settings. */
  clearingAccount: string | null
  customer: string
  /** The day on which it is posted, which is that of the document too. */
  postingDate: string
  /** What the gateway received; below zero what went back, zero for a move within the account. */
  amount: number
  allocations: readonly PaymentAllocation[]
  /** What is not allocated to any document: a payment on account. */
  unallocated: number
  /** Lines of earlier documents whose place the others take: they are set off as a whole, so that SAP can clear them. */
  instead?: CustomerLines
  /** It only moves money within the customer's account, which has a document type of its own. */
  isTransfer?: boolean
}

/** Lines that credit a customer's account, in paise. */
export type CustomerLines = Pick<PaymentMessage, 'allocations' | 'unallocated'>

/** A posting that is taken back: what was sent, and the document under which SAP has it. */
export interface ReversalMessage {
  payment: PaymentMessage
  document: PostedPayment
}

/** What of a payment settles one open item; negative for a credit note that is set off. */
export type PaymentAllocation = (SapDocument | { documentNo: string }) & {
  amount: number
  /** The tax that the customer deducted and owes the state. */
  tds: number
  /** SAP clears the item with the line on account itself: the entry has no line of its own for it. */
  isOnAccount?: boolean
}

/** SAP's accounting document of an open item, with its year and item. */
interface SapDocument {
  accountingDocument: string
  fiscalYear: string
  item: string
}

/** What a landscape says of postings. */
interface PostingTerms {
  documentType: string
  /** The document type of moves within a customer's account. */
  transferType: string
  companyCode: string
  clearingAccount: string
  /** The G/L account of tax deducted at source; only used where a customer deducted. */
  tdsAccount: string
  /** Whom SAP shows as creator. */
  createdBy: string
}

type AccountedPayment = PaymentMessage & { companyCode: string; clearingAccount: string }

/** A payment with the company code and the clearing account of the settings where it names none. */
export const accountedPayment = (
  payment: PaymentMessage,
  terms: Pick<PostingTerms, 'companyCode' | 'clearingAccount'>,
): AccountedPayment => ({
  ...payment,
  companyCode: payment.companyCode ?? terms.companyCode,
  clearingAccount: payment.clearingAccount ?? terms.clearingAccount,
})

/** The accounting document that SAP posted. */
export interface PostedPayment {
  accountingDocument: string
  companyCode: string
  fiscalYear: string
}

/** The namespace of the journal entry service, and what its one operation is called in the SOAPAction header. */
const SFIN = 'http://sap.com/xi/SAPSCORE/SFIN'
export const journalEntryAction = `${SFIN}/JournalEntryCreateRequestConfirmation_In/JournalEntryCreateRequestConfirmation_InRequest`

/** The reference of a payment in SAP, at most 16 characters. */
export const paymentReference = (txnNo: string) => txnNo.slice(-16)

/** The document type under which SAP posts a message. */
export const documentTypeOf = (
  { isTransfer }: PaymentMessage,
  { documentType, transferType }: Pick<PostingTerms, 'documentType' | 'transferType'>,
): string => (isTransfer ? transferType : documentType)

/**
 * The SOAP request of SAP's synchronous service Journal Entry – Post: debit gateway clearing and TDS, credit the customer
 * once for each allocation with its document as assignment. Throws RangeError for a payment that does not balance.
 */
export function journalEntryRequest(message: PaymentMessage, terms: PostingTerms, at: string): string {
  const payment = accountedPayment(message, terms)
  return entryRequest(payment.txnNo, journalEntry(payment, terms), at)
}

/** The request of the same service that reverses a document: it names the document, and has no lines of its own. */
export function reversalRequest(
  { payment: { txnNo, postingDate }, document }: ReversalMessage,
  { createdBy }: Pick<PostingTerms, 'createdBy'>,
  at: string,
): string {
  const { accountingDocument, companyCode, fiscalYear } = document
  const entry: XmlElement[] = [
    ['OriginalReferenceDocumentType', 'BKPFF'],
    ['OriginalReferenceDocument', ''],
    ['OriginalReferenceDocumentLogicalSystem', ''],
    ['BusinessTransactionType', 'RFBU'],
    ['ReversalReason', '01'],
    ['ReversalReferenceDocument', `${sapCode(accountingDocument)}${companyCode}${fiscalYear}`],
    ['DocumentReferenceID', paymentReference(txnNo)],
    ['DocumentHeaderText', `Portal ${txnNo}`.slice(0, 25)],
    ['CreatedByUser', createdBy.slice(0, 12)],
    ['CompanyCode', companyCode],
    ['DocumentDate', postingDate],
    ['PostingDate', postingDate],
  ]
  return entryRequest(txnNo, entry, at)
}

/** The request of the journal entry service for one entry, by our own number of it. */
export function entryRequest(id: string, lines: XmlElement[], at: string): string {
  const header: XmlElement = [
    'MessageHeader',
    [
      ['ID', id],
      ['CreationDateTime', at],
    ],
  ]
  const entry: XmlElement = ['JournalEntryCreateRequest', [header, ['JournalEntry', lines]]]
  const body: XmlElement = ['soapenv:Body', [['sfin:JournalEntryBulkCreateRequest', [header, entry]]]]
  const namespaces = { 'xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/', 'xmlns:sfin': SFIN }
  return `<?xml version="1.0" encoding="utf-8"?>${writeXml(['soapenv:Envelope', [['soapenv:Header', ''], body], namespaces])}`
}

function journalEntry(payment: AccountedPayment, terms: PostingTerms): XmlElement[] {
  return [
    ['OriginalReferenceDocumentType', 'BKPFF'],
    ['OriginalReferenceDocument', ''],
    ['OriginalReferenceDocumentLogicalSystem', ''],
    ['BusinessTransactionType', 'RFBU'],
    ['AccountingDocumentType', documentTypeOf(payment, terms)],
    ['DocumentReferenceID', paymentReference(payment.txnNo)],
    ['DocumentHeaderText', `Portal ${payment.txnNo}`.slice(0, 25)],
    ['CreatedByUser', terms.createdBy.slice(0, 12)],
    ['CompanyCode', payment.companyCode],
    ['DocumentDate', payment.postingDate],
    ['PostingDate', payment.postingDate],
    ...postings(payment, terms).map((posting, index) => postingElement(posting, index + 1, payment)),
  ]
}

/** One line of the document: on a G/L account, or on the customer. Debits are above zero. */
interface Posting {
  account: { ledger: string } | { customer: string }
  amount: number
  assignment: string | null
}

function postings(payment: AccountedPayment, terms: PostingTerms): Posting[] {
  const { txnNo, clearingAccount, customer, amount, allocations, unallocated, instead = NOTHING } = payment
  const tds = tdsOf(allocations) - tdsOf(instead.allocations)
  const settled = creditOf({ allocations, unallocated }) - creditOf(instead)
  if (settled !== amount + tds)
    throw new RangeError(`Payment ${txnNo} does not balance: ${settled} paise are settled by ${amount + tds}`)
  const onCustomer = (lines: CustomerLines, sign: 1 | -1): Posting[] => [
    ...lines.allocations
      .filter(one => !one.isOnAccount)
      .map(one => ({ account: { customer }, amount: sign * (one.amount + one.tds), assignment: assignmentOf(one) })),
    { account: { customer }, amount: sign * lines.unallocated, assignment: null },
  ]
  return [
    { account: { ledger: clearingAccount }, amount, assignment: null },
    { account: { ledger: terms.tdsAccount }, amount: tds, assignment: null },
    ...onCustomer(instead, 1),
    ...onCustomer({ allocations, unallocated }, -1),
  ].filter(line => line.amount !== 0)
}

const NOTHING: CustomerLines = { allocations: [], unallocated: 0 }

const tdsOf = (allocations: readonly PaymentAllocation[]) => sum(allocations.map(one => one.tds))

/** What lines credit the customer with, in paise. */
const creditOf = ({ allocations, unallocated }: CustomerLines) =>
  sum(allocations.filter(one => !one.isOnAccount).map(one => one.amount + one.tds)) + unallocated

/** What a posting credits the customer's account with, less what it sets off; below zero where it debits them. */
export const netCreditOf = ({ instead = NOTHING, ...lines }: PaymentMessage): number =>
  creditOf(lines) - creditOf(instead)

/**
 * What names an open item in at most 18 characters: document, year and item, by which SAP clears it; for an item of a
 * file its document number, by which people find it.
 */
export const assignmentOf = (one: PaymentAllocation): string =>
  'documentNo' in one
    ? one.documentNo.slice(0, 18)
    : `${sapCode(one.accountingDocument)}${one.fiscalYear}${one.item.padStart(3, '0')}`

function postingElement(
  { account, amount, assignment }: Posting,
  no: number,
  { companyCode, txnNo }: AccountedPayment,
) {
  const isLedger = 'ledger' in account
  const element: XmlElement = [
    isLedger ? 'Item' : 'DebtorItem',
    [
      ['ReferenceDocumentItem', `${no}`],
      isLedger ? ['CompanyCode', companyCode] : null,
      isLedger ? ['GLAccount', sapCode(account.ledger)] : ['Debtor', sapCode(account.customer)],
      ['AmountInTransactionCurrency', toSapAmount(amount), { currencyCode: 'INR' }],
      ['DebitCreditCode', amount > 0 ? 'S' : 'H'],
      ['DocumentItemText', `Portal payment ${txnNo}`.slice(0, 50)],
      assignment === null ? null : ['AssignmentReference', assignment],
    ],
  ]
  return element
}

/**
 * Reads SAP's confirmation. Throws BUSINESS with the first note of severity error, TECH for a locked account, and
 * UNKNOWN for what cannot be read: SAP may have posted it.
 */
export function journalEntryAnswer(text: string, lockMessages: readonly string[]): PostedPayment {
  const confirmation = confirmationIn(text)
  const posted = nodeAt(confirmation, 'JournalEntryCreateConfirmation')
  const accountingDocument = textAt(posted, 'AccountingDocument')
  // SAP writes zeros or nothing where it posted no document.
  if (/[1-9]/.test(accountingDocument)) {
    return {
      accountingDocument,
      companyCode: textAt(posted, 'CompanyCode'),
      fiscalYear: textAt(posted, 'FiscalYear'),
    }
  }
  throw refusal(nodeAt(confirmation, 'Log'), lockMessages)
}

function confirmationIn(text: string): XmlNode {
  try {
    const body = nodeAt(readXml(text), 'Body')
    const fault = nodeAt(body, 'Fault')
    if (fault) throw new SapError('BUSINESS', `SAP refused it: ${faultWords(fault)}`, { httpStatus: 200 })
    const one = nodeAt(body, 'JournalEntryBulkCreateConfirmation', 'JournalEntryCreateConfirmation')
    if (one) return one
  } catch (error) {
    if (error instanceof SapError) throw error
    // Half an answer: the same as another one.
  }
  throw new SapError('UNKNOWN', unreadable(text, 'change'))
}

/** The severity of notes that say why SAP posted nothing. */
const ERROR = '3'

function refusal(log: XmlNode | undefined, lockMessages: readonly string[]): SapError {
  const errors = (log?.children ?? [])
    .filter(({ name }) => name === 'Item')
    .filter(one => textAt(one, 'SeverityCode') === ERROR)
  // The first only says that the document has errors; those that follow say which.
  const why = errors.find(one => !/^Error in document/i.test(textAt(one, 'Note'))) ?? errors[0]
  const [, number = '', messageClass = ''] = /^(\d+)\((.+)\)$/.exec(textAt(why, 'TypeID')) ?? []
  const code = messageClass && `${messageClass}/${number}`
  const message = textAt(why, 'Note').slice(0, 300) || 'SAP posted nothing and does not say why.'
  const detail = { httpStatus: 200, sapMessageClass: messageClass.slice(-10) || null, sapMessageNo: number || null }
  if (isLocked({ code, message }, lockMessages))
    return new SapError('TECH', `SAP has the account in use: ${message}`, detail)
  return new SapError('BUSINESS', `SAP refused it: ${message}${code && ` (${code})`}`, detail)
}
