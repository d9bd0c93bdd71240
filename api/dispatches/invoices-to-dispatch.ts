import type { Knex } from 'knex'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { Row } from '../../resources/define/resource.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import type { InvoiceToDispatch } from '../../resources/dispatches/lr-faults.ts'
import { type Order, order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { countsInTotals } from '../../resources/orders/totals.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { conflict, invalidField } from '../platform/errors.ts'

/** An invoice that is to go on an LR, with all that the LR's rules need. */
export interface InvoiceForLr {
  invoice: Invoice
  lines: InvoiceLine[]
  shipTo: Row<typeof shipTo> | null
  order: Order | null
  asRules: InvoiceToDispatch
}

const most = 100

/** Reads the ids a client sent. Throws 400 for anything but a list of 1 to 100 row numbers. */
export function readIds(given: unknown, field: string): number[] {
  const ids = (Array.isArray(given) ? given : [given]).map(id =>
    typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : id,
  )
  const sound = ids.every(id => Number.isSafeInteger(id) && (id as number) > 0)
  if (!sound || ids.length === 0 || ids.length > most || new Set(ids).size !== ids.length) {
    throw invalidField(field, 'TYPE', `Invoices are required: choose 1 to ${most} from the list`)
  }
  return ids as number[]
}

/**
 * The chosen invoices by id. Throws 400 when one is not in the person's plants (or does not exist), 409 when one is no
 * longer waiting.
 */
export async function readInvoicesForLr(db: Knex, ids: number[], { person }: Call): Promise<InvoiceForLr[]> {
  const found = await rowsOf(db, invoice, rows => {
    const chosenRows = rows.whereIn('invoice.id', ids).orderBy('invoice.id')
    return person ? restrict(chosenRows, db, invoice, person, 'create') : chosenRows
  })
  const missing = ids.find(id => !found.some(row => row.id === id))
  if (missing !== undefined)
    throw invalidField(
      'invoiceIds',
      'UNKNOWN_REF',
      `Invoice ${missing} is not one of your plants: choose from the list`,
    )
  const taken = found.filter(({ dispatchStatus }) => dispatchStatus !== 'PENDING')
  if (taken.length > 0) throw invoicesTaken(taken)
  const lines = await rowsOf(db, invoiceLine, rows => rows.whereIn('invoiceId', ids).orderBy(['invoiceId', 'lineNo']))
  const addresses = await rowsOf(db, shipTo, rows =>
    rows.whereIn(
      'id',
      found.flatMap(row => row.shipToId ?? []),
    ),
  )
  const orders = await rowsOf(db, order, rows =>
    rows.whereIn(
      'id',
      found.flatMap(row => row.orderId ?? []),
    ),
  )
  const incomplete = await incompleteOrders(db, orders, ids)
  return found.map(row => {
    const address = addresses.find(({ id }) => id === row.shipToId) ?? null
    const bought = orders.find(({ id }) => id === row.orderId) ?? null
    const held = bought && incomplete.has(bought.id) ? { orderNo: bought.orderNo } : null
    return {
      invoice: row,
      lines: lines.filter(({ invoiceId }) => invoiceId === row.id),
      shipTo: address,
      order: bought,
      asRules: { ...row, shipTo: address, incomplete: held },
    }
  })
}

const invoicesTaken = (taken: Invoice[]) => {
  const names = taken.map(({ invoiceNo }) => invoiceNo).join(', ')
  const message = `${names}: ${taken.length === 1 ? 'this invoice is' : 'these invoices are'} on an LR or collected already, so leave ${taken.length === 1 ? 'it' : 'them'} out`
  return conflict('INVOICE_TAKEN', message, { invoiceIds: taken.map(({ id }) => id) }, 'invoiceIds')
}

/**
 * Orders to be delivered only in full that would go out in part: not all invoiced yet, or an invoice of this plant left
 * out.
 */
async function incompleteOrders(db: Knex, orders: Order[], chosen: number[]): Promise<Set<number>> {
  const whole = orders.filter(({ completeDelivery }) => completeDelivery).map(({ id }) => id)
  if (whole.length === 0) return new Set()
  const lines = await rowsOf(db, orderLine, rows => rows.whereIn('orderId', whole))
  const short = lines.filter(line => countsInTotals(line) && line.invoicedQty < line.qty - line.cancelledQty)
  const plants: number[] = await db('invoice').whereIn('id', chosen).pluck('plantId')
  const left: number[] = await db('invoice')
    .whereIn('orderId', whole)
    .whereIn('plantId', plants)
    .where({ dispatchStatus: 'PENDING', isCancelled: 0, invoiceType: 'INVOICE' })
    .whereNotIn('id', chosen)
    .pluck('orderId')
  return new Set([...short.map(({ orderId }) => orderId), ...left])
}
