import { dayOf } from '../../../resources/define/dates.ts'
import { fromSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { accountingItems, amountOf, headOf, openItem, referring } from './accounting.ts'
import { fiscalYearOf, rowsWhere } from './lookups.ts'
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
  const open = settled ? fromSapAmount(settled.AmountInCompanyCodeCurrency) : 0
  // What goes the same way as the item sets a line for it off, and settles nothing of it.
  const isPart = settled && open !== -line.amount && Math.sign(open) !== Math.sign(line.amount)
  store.entities.put(accountingItems, { ...row, ...(isPart && referring(settled)) })
}

/** A document that is to be reversed, with the day and the reference of its reversal. */
export interface Reversal {
  document: Pick<ItemKey, 'CompanyCode' | 'FiscalYear' | 'AccountingDocument'>
  postingDate: string
  reference: string
}

/** Reverses a document: its opposite is posted, and both are marked. Throws Refused where it is gone, reversed or cleared. */
export function reverseEntry(
  store: SimulatorStore,
  { document, postingDate, reference }: Reversal,
  at: string,
): Pick<ItemKey, 'AccountingDocument' | 'FiscalYear'> {
  return store.entities.together(() => {
    const lines = rowsWhere(store, accountingItems, Object.entries(document))
    const named = `Document ${document.AccountingDocument} ${document.CompanyCode} ${document.FiscalYear}`
    if (lines.length === 0) throw new Refused(`${named} does not exist.`)
    if (lines.some(({ IsReversed }) => IsReversed === true)) throw new Refused(`${named} has already been reversed.`)
    if (lines.some(({ ClearingAccountingDocument }) => ClearingAccountingDocument))
      throw new Refused(`${named} contains cleared items: reset the clearing first.`)
    const AccountingDocument = `${nextNumber(store.db, 'payment')}`
    const FiscalYear = fiscalYearOf(postingDate)
    for (const line of lines) {
      const { InvoiceReference: _, InvoiceReferenceFiscalYear: __, InvoiceItemReference: ___, ...opposite } = line
      store.entities.put(accountingItems, {
        ...opposite,
        ...headOf({ CompanyCode: document.CompanyCode, FiscalYear, AccountingDocument }, typeOf(line), at),
        ...amountOf(-fromSapAmount(line.AmountInCompanyCodeCurrency)),
        DocumentReferenceID: reference,
        PostingDate: postingDate,
        IsReversal: true,
        ...clearedWith(AccountingDocument, FiscalYear, at),
      })
      store.entities.put(accountingItems, {
        ...line,
        ...clearedWith(AccountingDocument, FiscalYear, at),
        IsReversed: true,
        ReverseDocument: AccountingDocument,
        ReverseDocumentFiscalYear: FiscalYear,
      })
    }
    return { AccountingDocument, FiscalYear }
  })
}

const typeOf = ({ AccountingDocumentType }: Row) => String(AccountingDocumentType)

/** A document and its reversal clear each other. */
const clearedWith = (document: string, year: string, at: string): Row => ({
  ...{ ClearingAccountingDocument: document, ClearingDocFiscalYear: year, IsCleared: true },
  ...{ ClearingDate: dayOf(at), ClearingCreationDate: dayOf(at), LastChangeDate: dayOf(at) },
})
