import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { fromSapAmount } from '../../sap/http/odata.ts'
import { nodeAt, readXml, textAt, writeXml, type XmlElement, type XmlNode } from '../../sap/http/xml.ts'
import type { SimulatorAnswer } from '../sap/answers.ts'
import type { SimulatorStore } from '../sap/store.ts'
import {
  type ItemKey,
  type PostedEntry,
  type PostedLine,
  postEntry,
  type Reversal,
  reverseEntry,
} from './posted-entries.ts'
import { Refused } from './refused.ts'

/** Where SAP's synchronous SOAP service Journal Entry – Post lies. */
export const journalEntryPath = '/sap/bc/srt/scs_ext/sap/journalentrycreaterequestconfi'

const SFIN = 'http://sap.com/xi/SAPSCORE/SFIN'

/**
 * Posts the first journal entry of a `JournalEntryBulkCreateRequest`, and confirms it with its accounting document, or
 * with a log that says why there is none.
 */
export function postJournalEntry(store: SimulatorStore, body: unknown, at: string): SimulatorAnswer {
  const node = nodeIn(String(body))
  const entry = node && entryIn(node)
  if (!entry) return fault('The request is no journal entry.')
  try {
    const reversal = reversalIn(node)
    if (reversal)
      return confirmation(entry.companyCode, reverseEntry(store, reversal, at), 'Document posted successfully.', at)
    const faults = faultsOf(entry)
    if (faults) throw new Refused(faults)
    return confirmation(entry.companyCode, postEntry(store, entry, at), 'Document posted successfully.', at)
  } catch (error) {
    if (error instanceof Refused) return confirmation(entry.companyCode, null, error.message, at)
    throw error
  }
}

function nodeIn(text: string): XmlNode | null {
  try {
    const bulk = nodeAt(readXml(text), 'Body', 'JournalEntryBulkCreateRequest')
    return nodeAt(bulk, 'JournalEntryCreateRequest', 'JournalEntry') ?? null
  } catch {
    return null
  }
}

function entryIn(entry: XmlNode): PostedEntry | null {
  try {
    return {
      companyCode: textAt(entry, 'CompanyCode'),
      type: textAt(entry, 'AccountingDocumentType'),
      reference: textAt(entry, 'DocumentReferenceID'),
      headerText: textAt(entry, 'DocumentHeaderText'),
      documentDate: textAt(entry, 'DocumentDate'),
      postingDate: textAt(entry, 'PostingDate'),
      lines: entry.children.filter(({ name }) => name === 'Item' || name === 'DebtorItem').map(lineOf),
    }
  } catch {
    return null
  }
}

/** The document that an entry reverses: its number, company code and year, one after the other; null where it posts lines. */
function reversalIn(entry: XmlNode): Reversal | null {
  const named = /^(\w{10})(\w{4})(\d{4})$/.exec(textAt(entry, 'ReversalReferenceDocument'))
  if (!named) return null
  const [, AccountingDocument, CompanyCode, FiscalYear] = named as unknown as [string, string, string, string]
  return {
    document: { CompanyCode, FiscalYear, AccountingDocument },
    postingDate: textAt(entry, 'PostingDate'),
    reference: textAt(entry, 'DocumentReferenceID'),
  }
}

function lineOf(node: XmlNode): PostedLine {
  const assignment = textAt(node, 'AssignmentReference')
  const [, AccountingDocument, FiscalYear, AccountingDocumentItem] = /^(\d{10})(\d{4})(\d{3})$/.exec(assignment) ?? []
  const isCustomer = node.name === 'DebtorItem'
  return {
    customer: isCustomer ? textAt(node, 'Debtor') : null,
    account: textAt(node, 'GLAccount'),
    amount: fromSapAmount(textAt(node, 'AmountInTransactionCurrency')),
    settles:
      isCustomer && AccountingDocument
        ? { AccountingDocument, FiscalYear: FiscalYear!, AccountingDocumentItem: AccountingDocumentItem! }
        : null,
    text: textAt(node, 'DocumentItemText').slice(0, 50),
    assignment,
  }
}

/** Why SAP posts nothing, as the log says it. */
function faultsOf({ companyCode, type, documentDate, postingDate, lines }: PostedEntry): string | null {
  if (!/^\w{4}$/.test(companyCode)) return `Company code ${companyCode} does not exist.`
  if (!/^\w{2}$/.test(type)) return `Document type ${type} is not defined.`
  if ([documentDate, postingDate].some(day => Number.isNaN(Date.parse(day))))
    return 'Enter a document date and a posting date.'
  if (lines.length < 2) return 'Enter at least two line items.'
  if (sum(lines.map(({ amount }) => amount)) !== 0) return 'Balance in transaction currency is not zero.'
  return null
}

/** As SAP writes it: notes of severity 1 tell of success, those of severity 3 why nothing was posted. */
function confirmation(
  companyCode: string,
  posted: Pick<ItemKey, 'AccountingDocument' | 'FiscalYear'> | null,
  note: string,
  at: string,
): SimulatorAnswer {
  const document: XmlElement = [
    'JournalEntryCreateConfirmation',
    [
      ['AccountingDocument', posted?.AccountingDocument ?? '0000000000'],
      ['CompanyCode', companyCode],
      ['FiscalYear', posted?.FiscalYear ?? '0000'],
    ],
  ]
  const entry = (type: string, severity: string, words: string): XmlElement => [
    'Item',
    [
      ['TypeID', type],
      ['SeverityCode', severity],
      ['Note', words],
    ],
  ]
  const log = posted
    ? [entry('605(RW)', '1', note)]
    : [entry('609(RW)', '3', `Error in document: BKPFF $ ${dayOf(at)}`), entry('201(F5)', '3', note)]
  const header: XmlElement = ['MessageHeader', [['CreationDateTime', at]]]
  const one: XmlElement = ['JournalEntryCreateConfirmation', [header, document, ['Log', log]]]
  return soap(200, ['n0:JournalEntryBulkCreateConfirmation', [header, one], { 'xmlns:n0': SFIN }])
}

export const fault = (words: string) =>
  soap(500, [
    'soap-env:Fault',
    [
      ['faultcode', 'soap-env:Client'],
      ['faultstring', words],
    ],
  ])

const soap = (status: number, body: XmlElement): SimulatorAnswer => ({
  status,
  body: writeXml([
    'soap-env:Envelope',
    [
      ['soap-env:Header', ''],
      ['soap-env:Body', [body]],
    ],
    { 'xmlns:soap-env': 'http://schemas.xmlsoap.org/soap/envelope/' },
  ]),
  headers: { 'Content-Type': 'text/xml; charset=utf-8' },
})
