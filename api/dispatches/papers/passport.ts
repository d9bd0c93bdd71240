import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { transporterBillLine } from '../../../resources/dispatches/bills/transporter-bill-line.ts'
import type { Passport } from '../../../resources/dispatches/commands/tracking.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { statusReaderOf } from '../../../resources/dispatches/lr-status.ts'
import { passportParts } from '../../../resources/dispatches/passport.ts'
import type { PaidOnline } from '../../../resources/dispatches/passport-payment.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { order } from '../../../resources/orders/order.ts'
import { captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { paymentClearing } from '../../../resources/payments/payment-clearing.ts'
import { paidStates } from '../../../resources/payments/payment-states.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { feedback } from '../../../resources/shipment-tracking/feedback.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { ownColumnsRedactor } from '../../derive/rights/redact.ts'
import type { RowIn } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { ordersOfInvoices } from '../../orders/invoices-of-orders.ts'
import { now } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { ewayGoodsOf } from '../booking/eway-goods.ts'
import { ewayNeeds } from '../booking/eway-needs.ts'
import { billedNow } from '../goods/billed-now.ts'

/** The papers of the dispatch with this LR, as far as the person may read them. Throws 404 unless they read the LR. */
export async function passport(db: Knex, id: number, person: Person): Promise<Passport> {
  const [lrRow] = await rowsOf(db, lr, rows => restrict(rows.where('lr.id', id), db, lr, person, 'read', true))
  if (!lrRow) throw notFound()
  const read = <R extends Resource>(resource: R, narrow: Narrow) => readable(db, person, resource, narrow)
  const of = <T>(rows: readonly { [name in keyof T]?: unknown }[], name: keyof T) =>
    rows.flatMap(row => (row[name] as number | null | undefined) ?? [])
  const lines = await read(lrLine, rows => rows.where('lr_line.lrId', lrRow.id))
  const onIt = await rowsOf(db, lrLine, rows => rows.where({ lrId: lrRow.id }).orderBy('id'))
  const billing = await billedNow(
    db,
    onIt.map(line => line.id),
  )
  const carried = [...billing.ids, ...onIt.flatMap(({ invoiceId }) => invoiceId ?? [])]
  const invoices = await read(invoice, rows => rows.whereIn('invoice.id', carried))
  const billed = await read(transporterBillLine, rows =>
    rows.where({ 'transporter_bill_line.lrId': lrRow.id, 'transporter_bill_line.releasedNo': 0 }),
  )
  const invoiceIds = invoices.map(row => row.id)
  const bought = await ordersOfInvoices(db, invoiceIds)
  const facts = {
    lr: lrRow,
    lines,
    invoices,
    isBeingCorrected: onIt.some(line => line.invoiceId !== null && billing.of(line.id).length === 0),
    orders: await read(order, rows => rows.whereIn('order.id', of<{ orderId: 0 }>(bought, 'orderId'))),
    ordered: bought.map(({ invoiceId }) => invoiceId),
    pods: person.ability.can('read', pod.path) ? await read(pod, rows => rows.where('pod.lrId', lrRow.id)) : null,
    feedbacks: await read(feedback, rows => rows.where('feedback.lrId', lrRow.id)),
    clearings: await read(paymentClearing, rows => rows.whereIn('payment_clearing.invoiceId', invoiceIds)),
    items: await read(uploadOutstanding, rows =>
      arrivedItems(rows.whereIn('upload_outstanding.invoiceId', invoiceIds)),
    ),
    paid: await paidOnline(db, read, invoices),
    bills: await read(transporterBill, rows =>
      rows.whereIn('transporter_bill.id', of<{ transporterBillId: 0 }>(billed, 'transporterBillId')),
    ),
    readsBills: person.ability.can('read', transporterBillLine.path),
    ...(await ewayFacts(db, lrRow, onIt)),
  }
  const by = { at: now(), reader: statusReaderOf(person.userType) }
  return { lrId: lrRow.id, lrNo: lrRow.lrNo, parts: passportParts(facts, by) }
}

/** Open items, and those that SAP closed: the rule of `hasArrived`, in SQL. */
const arrivedItems = (rows: Knex.QueryBuilder) =>
  rows.where(any => any.where('upload_outstanding.isActive', 1).orWhereNotNull('upload_outstanding.closedOn'))

/** What the e-way bills of this LR depend on. */
async function ewayFacts(db: Knex, { fromCityId, toCityId, lrDate }: Lr, onIt: readonly LrLine[]) {
  const stateOf = async (city: number) =>
    (await db('state_city').where({ id: city }).first('stateId'))?.stateId as number | undefined
  const [fromStateId, toStateId] = [await stateOf(fromCityId), await stateOf(toCityId)]
  if (fromStateId === undefined || toStateId === undefined)
    return { ewayAbove: null, ewayNote: null, ewayValues: new Map<number, number>() }
  const goods = await ewayGoodsOf(db, onIt)
  const areDrugs = goods.size > 0 && [...goods.values()].every(one => one.areDrugs)
  const [need] = await ewayNeeds(db, [{ fromStateId, toStateId, fromCityId, toCityId, areDrugs }], lrDate)
  return {
    ewayAbove: need!.above,
    ewayNote: need!.note,
    ewayValues: new Map([...goods].map(([id, { value }]) => [id, value])),
  }
}

type Reads = <R extends Resource>(resource: R, narrow: Narrow) => ReturnType<typeof readable<R>>

/** What was paid online of these invoices, as far as the person may read the payments and what they settle. */
async function paidOnline(db: Knex, read: Reads, invoices: readonly { id: number; invoiceNo?: string | null }[]) {
  const invoiceIds = invoices.map(({ id }) => id)
  const ofInvoices = db('upload_outstanding').whereIn('invoiceId', invoiceIds).select('id')
  const settled = await read(captureAllocation, rows =>
    rows
      .where('capture_allocation.target', 'ITEM')
      .whereIn('capture_allocation.itemId', ofInvoices)
      .whereNot('capture_allocation.clearingStatus', 'RELEASED'),
  )
  if (settled.length === 0) return []
  const ids = settled.flatMap(({ transactionId }) => transactionId ?? [])
  const payments = await read(paymentTransaction, rows =>
    rows.whereIn('payment_transaction.id', ids).whereIn('payment_transaction.status', [...paidStates]),
  )
  const items = new Map<number, number>(
    (await ofInvoices.clone().select('invoiceId')).map((row: { id: number; invoiceId: number }) => [
      row.id,
      row.invoiceId,
    ]),
  )
  const payers = await db('user')
    .whereIn(
      'id',
      payments.flatMap(({ userId }) => userId ?? []),
    )
    .select('id', 'name')
  return settled.flatMap(({ transactionId, itemId, amount }) => {
    const payment = payments.find(({ id }) => id === transactionId)
    if (!payment) return []
    const invoiceNo = invoices.find(({ id }) => id === items.get(itemId ?? 0))?.invoiceNo ?? undefined
    const payer: string | undefined = payers.find(({ id }) => id === payment.userId)?.name
    const { id, txnNo, receiptNo, paidAt, status } = payment
    return [{ id, txnNo, receiptNo, paidAt, status, amount, payer, invoiceNo }] as PaidOnline[]
  })
}

type Narrow = (rows: Knex.QueryBuilder) => Knex.QueryBuilder

/** The rows that the person may read, in the order of their ids, with the columns they may read; none without the right. */
async function readable<R extends Resource>(db: Knex, person: Person, resource: R, narrow: Narrow) {
  if (!person.ability.can('read', resource.path)) return []
  const rows = await rowsOf(db, resource, all => restrict(narrow(all), db, resource, person, 'read', true))
  const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
  const redact = await ownColumnsRedactor(db, resource, person, ids)
  return ids.map(id => {
    const row = rows.find(one => one.id === id)!
    return { ...redact(id, row), id } as Partial<RowIn<R>> & { id: number }
  })
}
