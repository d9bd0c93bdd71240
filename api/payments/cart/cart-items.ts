import type { Knex } from 'knex'
import { daysOverdue } from '../../../resources/masters/outstanding.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type CartLine, payableOf } from '../../../resources/payments/cart-rules.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { plainCode, sapCode } from '../../../resources/sap/codes.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { disputedAmounts } from '../../masters/disputed-items.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'

/** An open item with what the rules of a cart ask of it. */
export interface OpenItem {
  row: OutstandingItem
  shown: CartItem
}

/**
 * Open items by id, with the payments that hold them. An item of another company code than that of the account counts as
 * settled here, since this account cannot take its money; items of files belong to the company code of the settings.
 */
export async function openItems(
  db: Knex,
  rows: readonly OutstandingItem[],
  companyCode: string,
): Promise<Map<number, OpenItem>> {
  const ofFiles = (await readSettings(db))['sap.company_code']
  const holders = await holdersOf(db, rows)
  const paidBy = await paymentsAmong(db, rows)
  const disputed = await disputedAmounts(db, rows)
  const items = rows.map((row): [number, OpenItem] => {
    const isOfCompany = row.sapItem ? row.sapItem.startsWith(companyCode) : ofFiles === companyCode
    const holder = holders.get(row.lockedById ?? 0) ?? paidBy(row)
    return [row.id, { row, shown: shownItem(row, isOfCompany, holder, disputed.get(row.id) ?? 0) }]
  })
  return new Map(items)
}

/** The open items of a customer, and those in the cart that are settled meanwhile, the oldest due date first. */
export const rowsForCart = (db: Knex, customerId: number, lines: readonly CartLine[]): Promise<OutstandingItem[]> =>
  rowsOf(db, uploadOutstanding, rows =>
    rows
      .where({ customerId })
      .where(any => {
        any.where(open => open.where('isActive', 1).whereNull('closedOn').whereNot('balanceAmount', 0))
        if (lines.length > 0)
          any.orWhereIn(
            'id',
            lines.map(({ itemId }) => itemId),
          )
      })
      .orderBy(['dueDate', 'id']),
  )

async function holdersOf(db: Knex, rows: readonly OutstandingItem[]): Promise<Map<number, PaymentTransaction>> {
  const ids = [...new Set(rows.flatMap(({ lockedById }) => lockedById ?? []))]
  if (ids.length === 0) return new Map()
  const holders = await rowsOf(db, paymentTransaction, found => found.whereIn('id', ids))
  return new Map(holders.map(holder => [holder.id, holder]))
}

/**
 * Finds the payment of whose money a line in SAP is: of its posting, of a move or of a return. That money is spent, goes
 * back or is applied on the payment's own page: in a cart it would pay a second time.
 */
async function paymentsAmong(db: Knex, rows: readonly OutstandingItem[]) {
  const plain = rows.filter(({ sapItem, sapBillingDoc }) => sapItem !== null && sapBillingDoc === null)
  if (plain.length === 0) return () => undefined
  const owners = await ownersOf(db, plain)
  const found = await rowsOf(db, paymentTransaction, some => some.whereIn('id', [...new Set(owners.values())]))
  return (row: OutstandingItem) => found.find(({ id }) => id === owners.get(documentKey(row.sapItem)))
}

/** `1000/2026/1400000012` of a line such as `1000/2026/1400000012/2`. */
const documentKey = (sapItem: string | null) => sapItem?.split('/').slice(0, 3).join('/') ?? ''

/** The payments whose money these documents move, by the documents. */
async function ownersOf(db: Knex, rows: readonly OutstandingItem[]): Promise<ReadonlyMap<string, number>> {
  const numbers = rows.flatMap(({ sapItem }) => sapItem?.split('/')[2] ?? [])
  const written = [...new Set([...numbers, ...numbers.map(sapCode)])]
  const own: OwnDocument[] = await db('payment_capture')
    .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
    .whereIn('payment_capture.customerId', [...new Set(rows.map(({ customerId }) => customerId))])
    .whereIn('payment_capture.sapAccountingDoc', written)
    .select('payment_transaction.id', 'companyCode', { year: 'sapFiscalYear', number: 'sapAccountingDoc' })
  const later: OwnDocument[] = await db('sap_outbox')
    .join('payment_capture', 'payment_capture.id', 'sap_outbox.ownerId')
    .join('payment_transaction', 'payment_transaction.id', 'payment_capture.transactionId')
    .where('sap_outbox.ownerType', 'CAPTURE')
    .whereIn('sap_outbox.messageType', ['PAYMENT_TRANSFER', 'REFUND_POST'])
    .whereIn('sap_outbox.sapDocumentNo', written)
    .select('payment_transaction.id', 'companyCode', 'response', { number: 'sap_outbox.sapDocumentNo' })
  return new Map(
    [...own, ...later].map(({ id, companyCode, year, number, response }) => {
      const posted = typeof response === 'string' ? JSON.parse(response) : response
      return [`${companyCode}/${year ?? posted?.fiscalYear}/${plainCode(number)}`, id]
    }),
  )
}

/** A document that moves money of a payment; that of a later one stands in SAP's answer. */
interface OwnDocument {
  id: number
  companyCode: string
  year?: string
  number: string
  response?: string | { fiscalYear?: string } | null
}

function shownItem(
  row: OutstandingItem,
  isOfCompany: boolean,
  holder: PaymentTransaction | undefined,
  disputedAmount: number,
): CartItem {
  const { id, documentNo, documentType, documentDate, dueDate, originalAmount, balanceAmount, invoiceId } = row
  const isOpen = Boolean(row.isActive) && row.closedOn === null && balanceAmount !== 0 && isOfCompany
  const facts = {
    id,
    documentType,
    dueDate,
    balanceAmount,
    disputedAmount,
    isOpen,
    lockedByTxnNo: holder?.txnNo ?? null,
  }
  const payable = payableOf(facts)
  const overdue = daysOverdue(dueDate, today())
  const more = { documentNo, invoiceId, documentDate, originalAmount, daysOverdue: overdue, payable }
  return { ...facts, ...more, isPaid: holder !== undefined && isPaid(holder), inCart: null }
}
