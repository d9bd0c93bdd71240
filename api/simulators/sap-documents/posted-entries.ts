import { fromSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { accountingItems, amountOf, headOf, openItem, referring } from './accounting.ts'
import { fiscalYearOf } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

const keyNames = ['CompanyCode', 'FiscalYear', 'AccountingDocument', 'AccountingDocumentItem'] as const

/** The key of an item of an accounting document. */
export type ItemKey = Readonly<Record<(typeof keyNames)[number], string>>

export const itemAt = (store: SimulatorStore, key: ItemKey) =>
  store.entities.find(
    accountingItems,
    keyNames.map(name => key[name]),
  )

/** A line of a journal entry that comes from outside. */
export interface PostedLine {
  /** The customer, or null for a line on a G/L account. */
  customer: string | null
  account: string
  /** Debits above zero, in paise. */
  amount: number
  /** The open item it settles. */
  settles: Pick<ItemKey, 'FiscalYear' | 'AccountingDocument' | 'AccountingDocumentItem'> | null
  text: string
  assignment: string
}

/** A journal entry that comes from outside; days as `2026-11-23`. */
export interface PostedEntry {
  companyCode: string
  type: string
  reference: string
  headerText: string
  documentDate: string
  postingDate: string
  lines: readonly PostedLine[]
}

/**
 * Posts a journal entry, which clears nothing; what settles a part of an open item names it. Returns the document and its
 * year. Throws Refused for an item that is not open.
 */
export function postEntry(
  store: SimulatorStore,
  entry: PostedEntry,
  at: string,
): Pick<ItemKey, 'AccountingDocument' | 'FiscalYear'> {
  return store.entities.together(() => {
    const AccountingDocument = `${nextNumber(store.db, 'payment')}`
    const FiscalYear = fiscalYearOf(entry.postingDate)
    const head: Row = {
      ...headOf({ CompanyCode: entry.companyCode, FiscalYear, AccountingDocument }, entry.type, at),
      PostingDate: entry.postingDate,
      DocumentDate: entry.documentDate,
      DocumentReferenceID: entry.reference,
      AccountingDocumentHeaderText: entry.headerText,
    }
    for (const [index, line] of entry.lines.entries()) postLine(store, entry, head, line, index + 1)
    return { AccountingDocument, FiscalYear }
  })
}

function postLine(store: SimulatorStore, entry: PostedEntry, head: Row, line: PostedLine, no: number) {
  const row: Row = {
    ...head,
    ...openItem,
    ...amountOf(line.amount),
    AccountingDocumentItem: `${no}`.padStart(3, '0'),
    DocumentItemText: line.text,
    AssignmentReference: line.assignment,
    ...(line.customer === null
      ? { FinancialAccountType: 'S', GLAccount: line.account, PostingKey: line.amount < 0 ? '50' : '40' }
      : { FinancialAccountType: 'D', Customer: line.customer, PostingKey: '15', NetDueDate: entry.postingDate }),
  }
  const settled = line.settles && itemAt(store, { CompanyCode: entry.companyCode, ...line.settles })
  if (line.settles && !settled)
    throw new Refused(`Item ${line.settles.AccountingDocument}/${line.settles.AccountingDocumentItem} does not exist.`)
  if (settled?.ClearingAccountingDocument)
    throw new Refused(`Item ${settled.AccountingDocument}/${settled.AccountingDocumentItem} is cleared already.`)
  const isWhole = settled && fromSapAmount(settled.AmountInCompanyCodeCurrency) === -line.amount
  store.entities.put(accountingItems, { ...row, ...(settled && !isWhole && referring(settled)) })
}
