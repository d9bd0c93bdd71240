import { plainCode, sapCode } from '../../../resources/sap/codes.ts'
import type { SapFields } from '../http/fields.ts'
import { fromSapAmount, odataLiteral, optionalText, type SapRow } from '../http/odata.ts'
import { SapError } from '../http/sap-error.ts'
import type { SapSession } from '../http/session.ts'
import {
  type ClearedPayment,
  type ClearingMessage,
  clearingAction,
  clearingRequest,
  type DocumentItem,
  demandTaken,
} from './clearing-request.ts'
import type { Doubt } from './doubt.ts'
import { assignmentOf, type PostedPayment } from './journal-entry.ts'
import { customerLines } from './payment-calls.ts'

/** Two lines that come to nothing: an open item or an earlier line, and the line of the payment that settles it. */
interface Pair {
  documentNo: string
  item: SapRow
  line: SapRow
}

/** How many items one question names. */
const AT_ONCE = 25

/**
 * What SAP cleared of what a posted payment settles. Null where items are open that it can clear; a sentence where it
 * cleared something else with them, so that only a person can go on.
 */
export async function findClearing(
  session: SapSession,
  clearing: ClearingMessage,
): Promise<ClearedPayment | Doubt | null> {
  const pairs = await pairsOf(session, clearing)
  const odd = pairs.find(({ item, line }) => clearingOf(item) !== clearingOf(line))
  if (odd) return { doubt: doubtOf(odd, clearing) }
  if (pairs.some(({ item }) => clearingOf(item) === null)) return null
  return { clearingDocs: [...new Set(pairs.flatMap(({ item }) => clearingOf(item) ?? []))] }
}

/** Has SAP clear what it shows as open. Throws BUSINESS where nothing is. */
export async function requestClearing(
  session: SapSession,
  { clearing: { documentType, path } }: SapFields,
  createdBy: string,
  clearing: ClearingMessage,
  at: string,
): Promise<void> {
  const open = (await pairsOf(session, clearing)).filter(
    ({ item, line }) => clearingOf(item) === null && clearingOf(line) === null,
  )
  if (open.length === 0)
    throw new SapError('BUSINESS', `SAP shows nothing of payment ${clearing.payment.txnNo} as open any more.`)
  const items = open.flatMap(({ item, line }) => [itemOf(item), itemOf(line)])
  demandTaken(
    await session.soap(path, clearingAction, clearingRequest(clearing, items, { documentType, createdBy }, at)),
  )
}

/** Part payments are no pairs: they name their item, and both stay open until the rest is paid. */
async function pairsOf(session: SapSession, { payment, document, later = [] }: ClearingMessage): Promise<Pair[]> {
  const customer = { CompanyCode: document.companyCode, Customer: sapCode(payment.customer) }
  const { replaced, standing } = setOff(await ownLines(session, customer, payment.txnNo, [document, ...later]))
  const named = payment.allocations.flatMap(one => ('documentNo' in one ? [] : [one]))
  const items: SapRow[] = []
  for (let start = 0; start < named.length; start += AT_ONCE)
    items.push(...(await linesIn(session, customer, anyOf(named.slice(start, start + AT_ONCE)))))
  const settled = named.flatMap(one => {
    const item = items.find(row => keyOf(row) === keyOfAllocation(one))
    const amount = one.amount + one.tds
    const assignment = one.isOnAccount ? null : assignmentOf(one)
    const line = standing.find(
      row => optionalText(row.AssignmentReference) === assignment && (!one.isOnAccount || amountOf(row) === -amount),
    )
    const isWhole = item && line && amountOf(item) === amount && amountOf(line) === -amount
    return isWhole ? [{ documentNo: one.accountingDocument, item, line }] : []
  })
  return [...replaced, ...settled]
}

/** The lines of the documents of a payment, in the order of the documents. Throws BUSINESS where the first is gone. */
async function ownLines(
  session: SapSession,
  customer: Readonly<Record<string, string>>,
  txnNo: string,
  documents: readonly PostedPayment[],
): Promise<SapRow[]> {
  const lines: SapRow[] = []
  for (const { accountingDocument, fiscalYear } of documents) {
    const of = { ...customer, AccountingDocument: sapCode(accountingDocument), FiscalYear: fiscalYear }
    lines.push(...(await linesIn(session, of)))
    if (lines.length === 0)
      throw new SapError(
        'BUSINESS',
        `SAP has no document ${accountingDocument} of ${fiscalYear} for payment ${txnNo} any more.`,
      )
  }
  return lines
}

/** Pairs each line with the later one that sets it off; `standing` are those that nothing has set off. */
function setOff(lines: readonly SapRow[]): { replaced: Pair[]; standing: SapRow[] } {
  const replaced: Pair[] = []
  const standing: SapRow[] = []
  for (const line of lines) {
    const at = standing.findIndex(
      earlier =>
        earlier.AccountingDocument !== line.AccountingDocument &&
        optionalText(earlier.AssignmentReference) === optionalText(line.AssignmentReference) &&
        amountOf(earlier) === -amountOf(line),
    )
    if (at < 0) standing.push(line)
    else
      replaced.push({
        documentNo: plainCode(String(line.AccountingDocument)),
        item: line,
        line: standing.splice(at, 1)[0]!,
      })
  }
  return { replaced, standing }
}

const linesIn = async (...asked: Parameters<typeof customerLines>): Promise<SapRow[]> =>
  (await customerLines(...asked)).items

const anyOf = (items: readonly DocumentItem[]) =>
  items
    .map(({ accountingDocument, fiscalYear, item }) => {
      const [document, year, no] = [sapCode(accountingDocument), fiscalYear, item.padStart(3, '0')].map(odataLiteral)
      return `(AccountingDocument eq ${document} and FiscalYear eq ${year} and AccountingDocumentItem eq ${no})`
    })
    .join(' or ')

const keyOf = (row: SapRow) =>
  [plainCode(String(row.AccountingDocument)), row.FiscalYear, Number(row.AccountingDocumentItem)].join('/')
const keyOfAllocation = ({ accountingDocument, fiscalYear, item }: DocumentItem) =>
  [plainCode(accountingDocument), fiscalYear, Number(item)].join('/')
const itemOf = (row: SapRow): DocumentItem => ({
  fiscalYear: String(row.FiscalYear),
  accountingDocument: String(row.AccountingDocument),
  item: String(row.AccountingDocumentItem),
})
const amountOf = (row: SapRow) => fromSapAmount(row.AmountInTransactionCurrency)

/** The document that cleared an item, without its zeros; null while it is open. */
function clearingOf({ ClearingAccountingDocument }: SapRow): string | null {
  const document = optionalText(ClearingAccountingDocument)
  return document === null ? null : plainCode(document)
}

function doubtOf({ documentNo, item, line }: Pair, { payment, document }: ClearingMessage): string {
  const [cleared, other] = [clearingOf(item), clearingOf(line)]
  const money = `the money of payment ${payment.txnNo} for it (document ${document.accountingDocument})`
  if (cleared && other)
    return `SAP cleared ${documentNo} with ${cleared}, and ${money} with ${other}. Nothing is cleared.`
  return cleared
    ? `SAP cleared ${documentNo} with ${cleared}, and ${money} is open: set it off in SAP, or refund it.`
    : `SAP cleared ${money} with ${other}, and ${documentNo} is open: clear it in SAP, then clear again.`
}
