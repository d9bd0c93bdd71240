import type { Knex } from 'knex'
import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { isCredit, type OutstandingType } from '../../../resources/masters/outstanding.ts'
import type { CreditFacts, OpenInvoice } from '../../../resources/orders/approvals/credit.ts'

/**
 * Reads what payers owe and have ordered, in paise; `exceptOrderId` is the order that is being checked, which does not
 * count against itself.
 */
export async function loadCreditFacts(
  db: Knex,
  payerIds: readonly number[],
  exceptOrderId: number,
): Promise<(payerId: number) => Omit<CreditFacts, 'payer'>> {
  const items = Map.groupBy(await openItems(db, payerIds), ({ customerId }) => customerId)
  const ordered = await openOrders(db, payerIds, exceptOrderId)
  return payerId => {
    const own = items.get(payerId) ?? []
    const invoices = own.filter(({ documentType, balanceAmount }) => documentType === 'INVOICE' && balanceAmount > 0)
    return {
      outstanding: sum(own.map(({ balanceAmount }) => balanceAmount)),
      onAccount: -sum(own.filter(isOnAccount).map(({ balanceAmount }) => balanceAmount)),
      otherOrders: ordered.get(payerId) ?? 0,
      oldestInvoice: oldest(invoices),
    }
  }
}

interface OpenItem extends OpenInvoice {
  customerId: number
  documentType: OutstandingType
}

const isOnAccount = ({ documentType }: OpenItem) => isCredit(documentType) && documentType === 'ON_ACCOUNT'

const openItems = (db: Knex, payerIds: readonly number[]): Promise<OpenItem[]> =>
  db('upload_outstanding')
    .where('isActive', 1)
    .whereIn('customerId', [...payerIds])
    .select('id', 'rowVersion', 'customerId', 'documentNo', 'documentType', 'dueDate', 'balanceAmount')

function oldest(invoices: readonly OpenItem[]): OpenInvoice | null {
  const [first] = [...invoices].sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
  if (!first) return null
  const { customerId: _, documentType: __, ...invoice } = first
  return invoice
}

/** Statuses of orders that count against the credit limit: approved but not fully delivered. */
const OPEN_STATUSES = ['APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED', 'DISPATCHED']

/** The gross value of each payer's other orders that is neither invoiced nor cancelled, in paise. */
async function openOrders(db: Knex, payerIds: readonly number[], exceptOrderId: number): Promise<Map<number, number>> {
  // Untouched lines are summed by the database; the few others are prorated exactly below.
  const touched = db.raw('case when ?? = 0 and ?? = 0 then 0 else ?? end', [
    'order_line.invoicedQty',
    'order_line.cancelledQty',
    'order_line.id',
  ])
  const rows: { payerId: number; line: number; gross: number; qty: number; done: number }[] = await db('order')
    .join('order_line', 'order_line.orderId', 'order.id')
    .whereIn('order.payerId', [...payerIds])
    .whereNot('order.id', exceptOrderId)
    .where(any =>
      any
        .whereIn('order.status', OPEN_STATUSES)
        .orWhere({ 'order.status': 'PENDING', 'order.pendingStep': 'ACCEPTANCE' }),
    )
    .whereIn('order_line.lineStatus', ['OPEN', 'PARTIALLY_DISPATCHED', 'DISPATCHED'])
    .groupBy('order.payerId', touched)
    .select('order.payerId', db.raw('? as ??', [touched, 'line']))
    .sum({
      gross: 'order_line.grossValue',
      qty: 'order_line.qty',
      done: db.raw('?? + ??', ['order_line.invoicedQty', 'order_line.cancelledQty']),
    })
  const sums = new Map<number, number>()
  for (const { payerId, line, ...row } of rows) {
    const [gross, qty, done] = [Number(row.gross), Number(row.qty), Number(row.done)]
    const open = Number(line) === 0 ? gross : mulDiv(gross, Math.max(0, qty - done), qty)
    sums.set(payerId, (sums.get(payerId) ?? 0) + open)
  }
  return sums
}
