import { sum } from '../../../resources/define/amounts.ts'
import { fromSapAmount } from '../../sap/http/odata.ts'
import { nodeAt, readXml, textAt, type XmlNode } from '../../sap/http/xml.ts'
import type { SimulatorAnswer } from '../sap/answers.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { clear } from './accounting.ts'
import { fault } from './journal-entry.ts'
import { fiscalYearOf } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { itemAt } from './posted-entries.ts'

/** Where SAP's asynchronous SOAP service Journal Entry – Clearing lies. */
export const clearingPath = '/sap/bc/srt/scs_ext/sap/journalentrybulkclearingreques'

/**
 * Takes the first clearing of a `JournalEntryBulkClearingRequest` with 202 and no word, as SAP does whether it clears or
 * not: items that are not open, not of one customer, or do not come to nothing together stay as they are.
 */
export function takeClearing(store: SimulatorStore, body: unknown, at: string): SimulatorAnswer {
  const entry = entryIn(String(body))
  if (!entry) return fault('The request is no clearing.')
  const companyCode = textAt(entry, 'CompanyCode')
  const FiscalYear = fiscalYearOf(textAt(entry, 'PostingDate'))
  store.entities.together(() => {
    const named = entry.children.filter(({ name }) => name === 'APARItems')
    const items = named.flatMap((node): Row[] => itemNamed(store, companyCode, node))
    if (items.length < named.length || !canBeCleared(items)) return
    const AccountingDocument = `${nextNumber(store.db, 'clearing')}`.padStart(10, '0')
    clear(store, items, { AccountingDocument, FiscalYear }, at)
  })
  return { status: 202, body: '', headers: { 'Content-Type': 'text/xml; charset=utf-8' } }
}

function entryIn(text: string): XmlNode | null {
  try {
    const bulk = nodeAt(readXml(text), 'Body', 'JournalEntryBulkClearingRequest')
    return nodeAt(bulk, 'JournalEntryClearingRequest', 'JournalEntry') ?? null
  } catch {
    return null
  }
}

function itemNamed(store: SimulatorStore, CompanyCode: string, node: XmlNode): Row[] {
  const [FiscalYear, AccountingDocument] = [textAt(node, 'FiscalYear'), textAt(node, 'AccountingDocument')]
  const AccountingDocumentItem = textAt(node, 'AccountingDocumentItem').padStart(3, '0')
  const item = itemAt(store, { CompanyCode, FiscalYear, AccountingDocument, AccountingDocumentItem })
  return item?.Customer === textAt(node, 'APARAccount') ? [item] : []
}

const canBeCleared = (items: readonly Row[]) =>
  items.length > 1 &&
  new Set(items).size === items.length &&
  items.every(item => !item.ClearingAccountingDocument) &&
  sum(items.map(item => fromSapAmount(item.AmountInCompanyCodeCurrency))) === 0
