import type { Knex } from 'knex'
import type { customer } from '../../resources/access-control/customer.ts'
import { plainBatch } from '../../resources/batch-no.ts'
import type { complaint } from '../../resources/complaints/complaint.ts'
import type { NewComplaint } from '../../resources/complaints/complaint-commands.ts'
import { quantityText } from '../../resources/define/show.ts'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { invoiceLine } from '../../resources/dispatches/invoice-line.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { order } from '../../resources/orders/order.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { lrsWithInvoice } from '../goods/billed-on-lrs.ts'
import { invalidField } from '../platform/errors.ts'

/** The goods of a complaint, as far as they are named. */
interface ComplainedGoods {
  /** Whether an invoice is named, or an order of which the customer has none. */
  isNamed: boolean
  orderId: number | null
  sbuId: number | null
  plantId: number | null
  productId: number | null
  batchNo: string | null
}

type Readable = typeof customer | typeof invoice | typeof lr | typeof complaint | typeof order

/** Whether the person may read a row. */
export async function canRead(trx: Knex, resource: Readable, id: number, person: Person): Promise<boolean> {
  const table = resource.name.replaceAll('-', '_')
  const rows = restrict(trx(table).where(`${table}.id`, id), trx, resource, person, 'read')
  return (await rows.first(`${table}.id`)) !== undefined
}

const refuse = (field: string, message: string) => invalidField(field, 'UNKNOWN_REF', message)

/**
 * The goods that a complaint names: of an invoice of the customer, down to its line, or of an order of theirs that was
 * invoiced to their distributor. Throws 400 for goods that the person cannot see, that are not the customer's, or do not agree.
 */
export async function goodsOf(trx: Knex, written: WrittenComplaint, person: Person): Promise<ComplainedGoods> {
  const { invoiceId, invoiceLineId, orderId, lrId } = written
  const typed = plainBatch(written.batchNo)
  if (lrId !== null && !(await canRead(trx, lr, lrId, person))) throw refuse('lrId', 'LR is not known')
  if (invoiceId !== null) return goodsOfInvoice(trx, { ...written, batchNo: typed }, person)
  if (invoiceLineId !== null) throw refuse('invoiceLineId', 'Invoice line must belong to an invoice: choose that first')
  if (orderId !== null) return goodsOfOrder(trx, { ...written, batchNo: typed }, person)
  if (written.productId !== null)
    throw invalidField('productId', 'RULE', 'Product belongs to an invoice or an order: choose that first')
  if (lrId !== null)
    throw invalidField('invoiceId', 'REQUIRED', 'Invoice is required: choose one of the LR, or name the order')
  return { isNamed: false, orderId: null, sbuId: null, plantId: null, productId: null, batchNo: typed }
}

async function goodsOfInvoice(trx: Knex, written: WrittenComplaint, person: Person): Promise<ComplainedGoods> {
  const { customerId, invoiceId, invoiceLineId, lrId, affectedQty, batchNo } = written
  const [bill] = await rowsOf(trx, invoice, rows =>
    restrict(rows.where('invoice.id', invoiceId), trx, invoice, person, 'read'),
  )
  if (bill?.soldToId !== customerId || bill.invoiceType !== 'INVOICE' || bill.isCancelled)
    throw refuse('invoiceId', 'Invoice is not known for this customer: choose one of the list')
  if (written.orderId !== null && written.orderId !== bill.orderId)
    throw refuse('orderId', `Order does not match invoice ${bill.invoiceNo}: leave it out`)
  if (lrId !== null && !(await carries(trx, lrId, [bill.id])))
    throw refuse('lrId', `LR does not carry invoice ${bill.invoiceNo}`)
  const { orderId, sbuId, plantId } = bill
  const goods = { isNamed: true, orderId, sbuId, plantId, productId: null, batchNo }
  if (invoiceLineId === null) return goods
  const [line] = await rowsOf(trx, invoiceLine, rows => rows.where({ id: invoiceLineId, invoiceId }))
  if (!line) throw refuse('invoiceLineId', `Line is not on invoice ${bill.invoiceNo}: choose one of its lines`)
  if (written.productId !== null && written.productId !== line.productId)
    throw refuse('productId', 'Product does not match the line: leave it empty')
  if (affectedQty !== null && (affectedQty <= 0 || affectedQty > line.qty))
    throw invalidField(
      'affectedQty',
      'RANGE',
      `Quantity affected must be more than 0 and at most the ${quantityText(line.qty)} ${line.uom} of the line`,
    )
  return { ...goods, productId: line.productId, batchNo: line.batchNo ?? batchNo }
}

/** What went out on an order that a distributor paid: its buyer has no invoice, so the product and the label name the goods. */
async function goodsOfOrder(trx: Knex, written: WrittenComplaint, person: Person): Promise<ComplainedGoods> {
  const { customerId, orderId, productId, batchNo, lrId } = written
  const [bought] = await rowsOf(trx, order, rows =>
    restrict(rows.where('order.id', orderId), trx, order, person, 'read'),
  )
  if (bought?.customerId !== customerId)
    throw refuse('orderId', 'Order is not known for this customer: choose one of the list')
  const bills = await rowsOf(trx, invoice, rows => rows.where({ orderId, invoiceType: 'INVOICE', isCancelled: 0 }))
  const number = bought.orderNo
  if (bills.length === 0) throw invalidField('orderId', 'RULE', `Nothing has gone out on order ${number} yet`)
  if (bills.some(({ soldToId }) => soldToId === customerId))
    throw invalidField('invoiceId', 'REQUIRED', `Invoice is required: choose that of order ${number}`)
  const billIds = bills.map(({ id }) => id)
  if (lrId !== null && !(await carries(trx, lrId, billIds)))
    throw refuse('lrId', `LR carries nothing of order ${number}`)
  const bill = bills[0]!
  const goods = { isNamed: true, orderId, sbuId: bill.sbuId, plantId: bill.plantId, productId, batchNo }
  if (productId === null) return goods
  const lines = await rowsOf(trx, invoiceLine, rows => rows.whereIn('invoiceId', billIds).where({ productId }))
  if (lines.length === 0) throw refuse('productId', `Product did not go out on order ${number}: choose one of the list`)
  const batches = [...new Set(lines.flatMap(line => line.batchNo ?? []))]
  if (batchNo !== null && batches.length > 0 && !batches.includes(batchNo))
    throw invalidField(
      'batchNo',
      'RULE',
      `Batch ${batchNo} did not go out on order ${number}: compare it with the label`,
    )
  const line = lines.find(one => batchNo === null || one.batchNo === batchNo) ?? lines[0]!
  return {
    ...goods,
    plantId: plantOf(bills, line.invoiceId),
    batchNo: batchNo ?? (batches.length === 1 ? batches[0]! : null),
  }
}

/** Whether an LR carries goods that one of these invoices bills. */
const carries = async (trx: Knex, lrId: number, invoiceIds: readonly number[]): Promise<boolean> => {
  const found: { lrId: number }[] = await lrsWithInvoice(trx, rows => rows.whereIn('invoice.id', [...invoiceIds]))
  return found.some(one => one.lrId === lrId)
}

const plantOf = (bills: readonly Invoice[], id: number) => bills.find(bill => bill.id === id)!.plantId

/** What a new complaint says, once its customer is known. */
export type WrittenComplaint = Omit<NewComplaint, 'attachmentIds' | 'feedbackId' | 'customerId'> & {
  customerId: number
}
