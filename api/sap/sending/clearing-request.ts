import { randomUUID } from 'node:crypto'
import { sapCode } from '../../../resources/sap/codes.ts'
import { faultWords } from '../http/said-by-sap.ts'
import { SapError } from '../http/sap-error.ts'
import { unreadable } from '../http/what-came.ts'
import { nodeAt, readXml, writeXml, type XmlElement } from '../http/xml.ts'
import { type PaymentMessage, type PostedPayment, paymentReference } from './journal-entry.ts'

/** The clearing of a posted payment as the outbox holds it for SAP: what it settles, and its accounting documents. */
export interface ClearingMessage {
  payment: PaymentMessage
  document: PostedPayment
  /** Documents by which its money moved or went back since, oldest first: their lines set earlier ones off. */
  later?: readonly PostedPayment[]
}

/** The documents with which SAP cleared what a payment settles; none where nothing of it is cleared as a whole. */
export interface ClearedPayment {
  clearingDocs: readonly string[]
}

/** An item of an accounting document on the customer's account. */
export interface DocumentItem {
  fiscalYear: string
  accountingDocument: string
  item: string
}

/** What a landscape says of clearings. */
interface ClearingTerms {
  documentType: string
  /** Whom SAP shows as creator. */
  createdBy: string
}

/** The namespace of the clearing service, and what its one operation is called in the SOAPAction header. */
const SFIN = 'http://sap.com/xi/SAPSCORE/SFIN'
export const clearingAction = `${SFIN}/JournalEntryBulkClearingRequest_In/JournalEntryBulkClearingRequest_InRequest`

/**
 * The SOAP request of SAP's asynchronous service Journal Entry – Clearing: clears these items of a customer, which come to
 * nothing together. `at` also tells the request from an earlier one, for SAP takes each ID once.
 */
export function clearingRequest(
  { payment, document }: ClearingMessage,
  items: readonly DocumentItem[],
  terms: ClearingTerms,
  at: string,
): string {
  const header: XmlElement = [
    'MessageHeader',
    [
      ['ID', `${payment.txnNo}-${Date.parse(at)}`.slice(-35)],
      ['CreationDateTime', at],
      ['TestDataIndicator', 'false'],
    ],
  ]
  const entry: XmlElement = [
    'JournalEntry',
    [
      ['CompanyCode', document.companyCode],
      ['AccountingDocumentType', terms.documentType],
      ['DocumentDate', payment.postingDate],
      ['PostingDate', payment.postingDate],
      ['CurrencyCode', 'INR'],
      ['DocumentHeaderText', `Portal ${payment.txnNo}`.slice(0, 25)],
      ['ReferenceDocument', paymentReference(payment.txnNo)],
      ['CreatedByUser', terms.createdBy.slice(0, 12)],
      ...items.map((item, index) => itemElement(item, index + 1, payment.customer)),
    ],
  ]
  const body: XmlElement = [
    'sfin:JournalEntryBulkClearingRequest',
    [header, ['JournalEntryClearingRequest', [header, entry]]],
  ]
  const namespaces = {
    'xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
    'xmlns:sfin': SFIN,
    'xmlns:wsa': 'http://www.w3.org/2005/08/addressing',
  }
  const envelope: XmlElement = [
    'soapenv:Envelope',
    [
      [
        'soapenv:Header',
        [
          ['wsa:Action', clearingAction],
          ['wsa:MessageID', `uuid:${randomUUID()}`],
        ],
      ],
      ['soapenv:Body', [body]],
    ],
    namespaces,
  ]
  return `<?xml version="1.0" encoding="utf-8"?>${writeXml(envelope)}`
}

const itemElement = (one: DocumentItem, no: number, customer: string): XmlElement => [
  'APARItems',
  [
    ['ReferenceDocumentItem', `${no}`],
    ['AccountType', 'D'],
    ['APARAccount', sapCode(customer)],
    ['FiscalYear', one.fiscalYear],
    ['AccountingDocument', sapCode(one.accountingDocument)],
    ['AccountingDocumentItem', one.item.padStart(3, '0')],
  ],
]

/**
 * Reads what SAP answers at once: nothing, for it clears later. Throws BUSINESS for a fault, and UNKNOWN for anything
 * else that cannot be read.
 */
export function demandTaken(text: string): void {
  if (text.trim() === '') return
  const fault = faultIn(text)
  if (fault) throw new SapError('BUSINESS', `SAP refused it: ${fault}`)
}

function faultIn(text: string): string | null {
  try {
    const body = nodeAt(readXml(text), 'Body')
    if (!body) throw new Error('no SOAP')
    const fault = nodeAt(body, 'Fault')
    return fault ? faultWords(fault) : null
  } catch {
    throw new SapError('UNKNOWN', unreadable(text, 'change'))
  }
}
