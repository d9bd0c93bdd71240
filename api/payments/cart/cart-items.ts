import type { Knex } from 'knex'
import { daysOverdue } from '../../../resources/masters/outstanding.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type CartLine, payableOf } from '../../../resources/payments/cart-rules.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { disputedAmounts } from '../../masters/disputed-items.ts'
import { today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { ownLines } from '../posting/items-in-sap.ts'

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
 * Finds the payment whose own line in SAP a credit is. Until SAP has cleared what it paid, that credit is spent: it would
 * otherwise pay a second time.
 */
async function paymentsAmong(db: Knex, rows: readonly OutstandingItem[]) {
  const credits = rows.filter(({ balanceAmount, sapItem }) => balanceAmount < 0 && sapItem !== null)
  if (credits.length === 0) return () => undefined
  const uncleared = await rowsOf(db, paymentTransaction, found =>
    found
      .whereIn(
        'customerId',
        credits.map(({ customerId }) => customerId),
      )
      .where('status', 'SUCCESS')
      .whereIn('postingStatus', ['POSTED', 'MANUAL'])
      .whereExists(
        db('payment_allocation').where({ clearingStatus: 'OPEN', transactionId: db.ref('payment_transaction.id') }),
      ),
  )
  return (row: OutstandingItem) =>
    row.balanceAmount < 0 ? uncleared.find(payment => row.sapItem?.startsWith(ownLines(payment))) : undefined
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
