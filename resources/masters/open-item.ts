import type { Invoice } from '../dispatches/invoice.ts'
import type { OutstandingItem } from './upload-outstanding.ts'

type Item = Pick<
  OutstandingItem,
  'customerId' | 'documentType' | 'documentNo' | 'sapBillingDoc' | 'sapAccountingDoc' | 'dueDate'
>
type Billed = Pick<Invoice, 'soldToId' | 'payerId' | 'invoiceType' | 'invoiceNo' | 'sapBillingDoc' | 'invoiceDate'>

/**
 * Whether an open item is that of an invoice or note: by the billing document where the item names it, else by its
 * document no or accounting document, which bear the number of the billing document or of the invoice.
 */
export function isItemOf(item: Item, billed: Billed): boolean {
  if (item.customerId !== billed.payerId && item.customerId !== billed.soldToId) return false
  const document = plain(billed.sapBillingDoc)
  if (item.sapBillingDoc !== null) return plain(item.sapBillingDoc) === document
  // The numbers of invoices start again each year: an item that was due before the invoice was written is another's.
  if (item.documentType !== kindOf(billed) || item.dueDate < billed.invoiceDate) return false
  const names = [item.documentNo, item.sapAccountingDoc ?? ''].map(plain)
  return names.includes(document) || names[0] === plain(billed.invoiceNo)
}

/** The open item of a return is a credit note. */
const kindOf = ({ invoiceType }: Billed) => (invoiceType === 'RETURN' ? 'CREDIT_NOTE' : invoiceType)

/** SAP writes numbers with and without leading zeros. */
const plain = (number: string) => number.toUpperCase().replace(/^0+(?=\d)/, '')

/** Whether SAP's open item has arrived: it stands, or a later file no longer had it, for it was paid. */
export const hasArrived = ({ isActive, closedOn }: Pick<OutstandingItem, 'isActive' | 'closedOn'>) =>
  isActive || closedOn !== null
