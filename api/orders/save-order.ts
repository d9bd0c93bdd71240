import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { order } from '../../resources/orders/order.ts'
import { scheduleOf } from '../../resources/orders/schedule.ts'
import { type Author, insertRows } from '../derive/write.ts'
import { now, today } from '../platform/clock.ts'
import { forbidden, invalidField, refused } from '../platform/errors.ts'
import { nextNumber } from '../platform/number-series.ts'
import type { Person } from '../platform/person.ts'
import { loadFacts, type OrderFacts } from './facts.ts'
import { moveOrder, noteStep, type Order, readOrder } from './move-order.ts'
import { mayOrderFor } from './order-customers.ts'
import type { OrderInput } from './order-input.ts'
import { type QuotedLine, type QuotedOrder, quote } from './quote.ts'

/** Creates a draft (§D.2, 1) and prices it. Throws 403 or 404 where the person may not order for the customer. */
export async function createDraft(trx: Knex, input: OrderInput, person: Person, author: Author): Promise<Order> {
  const { facts, first, totals, lines } = await priceDraft(trx, input, person)
  const draftNo = await nextNumber(trx, 'DR', today())
  const row = {
    ...(await headerOf(trx, facts, input, first)),
    ...totals,
    orderNo: draftNo,
    draftNo,
    cartRef: randomUUID().replaceAll('-', '').slice(0, 26),
    status: 'DRAFT',
    approvalRound: 1,
    placedById: person.id,
    placedForCustomer: person.userType === 'EMPLOYEE',
    currency: 'INR',
    statusSince: now(),
  }
  const [made] = await insertRows(trx, order, [row], author)
  await writeLines(trx, made!.id, lines, input, author)
  await noteStep(trx, made!.id, { step: 'create', from: null }, 'DRAFT', author)
  return readOrder(trx, made!.id)
}

/** Saves a draft or an order that is being corrected: all its lines are replaced and priced anew (§D.2, 2 and 13). */
export async function saveDraft(
  trx: Knex,
  before: Order,
  input: OrderInput,
  person: Person,
  author: Author,
): Promise<Order> {
  if (before.customerId !== input.customerId) {
    throw invalidField('customerId', 'FIXED', 'Customer cannot be changed: begin a new order for another customer')
  }
  const correcting = before.status === 'IN_ERROR'
  const { facts, first, totals, lines } = await priceDraft(trx, input, person)
  const round =
    correcting && (await needsNewRound(trx, before, input, lines)) ? before.approvalRound + 1 : before.approvalRound
  const changes = { ...(await headerOf(trx, facts, input, first)), ...totals, approvalRound: round } as Partial<Order>
  const after = await moveOrder(
    trx,
    before,
    { step: correcting ? 'correct' : 'save', status: before.status, changes },
    author,
  )
  await dropLines(trx, before.id)
  await writeLines(trx, after.id, lines, input, author)
  return after
}

async function priceDraft(trx: Knex, input: OrderInput, person: Person) {
  await mayOrderFor(trx, person, input.customerId)
  const facts = await loadFacts(trx, input, today())
  demandPlantRight(input, person)
  const quoted = quote(facts, input)
  const first = quoted[0]
  if (!first) throw invalidField('lines', 'REQUIRED', 'Lines are missing: add at least one product')
  const lines = quoted.flatMap(({ lines }) => lines).sort((a, b) => a.index - b.index)
  // A draft may hold lines of several SBUs; submit splits it (§D.2, 3).
  return { facts, first, lines, totals: sumOf(quoted) }
}

function demandPlantRight({ lines }: OrderInput, person: Person) {
  if (person.roles.includes('CSC_AGENT')) return
  const chosen = lines.findIndex(({ plantId }) => plantId !== null)
  if (chosen >= 0) throw forbidden(`Line ${chosen + 1}: only the customer service centre chooses the plant`)
}

/** The totals of all orders of a cart together. */
export function sumOf(quoted: QuotedOrder[]): QuotedOrder['totals'] {
  const [first, ...rest] = quoted.map(({ totals }) => totals)
  return rest.reduce((all, part) => {
    const names = Object.keys(all) as (keyof typeof all)[]
    const joined = Object.fromEntries(names.map(name => [name, all[name] + part[name]]))
    return { ...(joined as unknown as typeof all), maxDiscountPct: Math.max(all.maxDiscountPct, part.maxDiscountPct) }
  }, first!)
}

/** The header of an order of one SBU: what the person said, and what follows from the customer and the SBU. */
export async function headerOf(trx: Knex, facts: OrderFacts, input: OrderInput, quoted: QuotedOrder) {
  const { customer } = facts
  const { lines: _, ...said } = input
  if (quoted.departmentId === null) {
    const unit = facts.sbus.get(quoted.sbuId)!
    const message = `Customer ${customer.code} may not buy from SBU ${unit.code}: have a department of it mapped to the customer`
    throw refused([{ field: 'customerId', code: 'SBU_NOT_ALLOWED', message }])
  }
  return {
    ...said,
    freightTerms: said.freightTerms ?? customer.freightTerms,
    transMode: said.transMode ?? customer.defaultTransMode,
    channelId: customer.channelId,
    sbuId: quoted.sbuId,
    departmentId: quoted.departmentId,
    salesGroupId: quoted.salesGroupId ?? (await salesGroupOf(trx, facts, quoted.sbuId)),
    soldToId: customer.id,
    billToId: customer.id,
    payerId: customer.id,
    orderDate: facts.day,
    paymentTermsDays: customer.paymentTermsDays,
  }
}

/** Without a sales group of the account, the first of the SBU in the zone of the ship-to (M12). */
async function salesGroupOf(trx: Knex, { shipTo }: OrderFacts, sbuId: number): Promise<number | null> {
  const group = await trx('sales_group')
    .join('zone_area', 'zone_area.zoneId', 'sales_group.zoneId')
    .join('state_city', 'state_city.zoneAreaId', 'zone_area.id')
    .where({ 'state_city.id': shipTo.cityId, 'sales_group.sbuId': sbuId, 'sales_group.isActive': 1 })
    .orderBy('sales_group.code')
    .first('sales_group.id')
  return group?.id ?? null
}

/** Takes the lines of a draft away, to be written anew. */
export async function dropLines(trx: Knex, orderId: number) {
  await trx('schedule_line').where({ orderId }).delete()
  await trx('order_line').where({ orderId }).delete()
}

/** Writes the lines of an order as priced, numbered 10, 20, …, each with its deliveries. */
export async function writeLines(trx: Knex, orderId: number, lines: QuotedLine[], input: OrderInput, author: Author) {
  const at = now()
  const kept = { rowVersion: 1, createdAt: at, createdById: author.id, updatedAt: at, updatedById: author.id }
  const rows = lines.map((line, index) => ({ ...lineRow(orderId, line, (index + 1) * 10), ...kept }))
  for (let start = 0; start < rows.length; start += 200) await trx('order_line').insert(rows.slice(start, start + 200))
  const ids: number[] = await trx('order_line').where({ orderId }).orderBy('lineNo').pluck('id')
  const deliveries = lines.flatMap((line, index) =>
    scheduleOf(line.input.qty, input.requestedDeliveryDate, line.input.schedules).map(
      ({ scheduleNo, requestedDate, qty }) => ({
        orderId,
        orderLineId: ids[index]!,
        scheduleNo,
        requestedDate,
        qty,
        confirmedQty: 0,
        deliveredQty: 0,
        ...kept,
      }),
    ),
  )
  for (let start = 0; start < deliveries.length; start += 500)
    await trx('schedule_line').insert(deliveries.slice(start, start + 500))
}

/** A line as the table keeps it. */
function lineRow(orderId: number, line: QuotedLine, lineNo: number): Record<string, unknown> {
  const { input } = line
  return {
    orderId,
    lineNo,
    productId: input.productId,
    qty: input.qty,
    uom: line.uom,
    listPrice: line.listPrice,
    priceSource: line.priceSource,
    priceSourceId: line.priceSourceId,
    defaultDiscountPct: line.defaultDiscountPct,
    promoDiscountValue: 0,
    manualDiscountPct: line.manualDiscountPct,
    netPrice: line.netPrice,
    discountPct: line.discountPct,
    limitGapPct: 0,
    aspGapPct: 0,
    netValue: line.netValue,
    freightValue: line.freightValue,
    taxableValue: line.taxableValue,
    gstRate: line.gstRate,
    cgst: line.cgst,
    sgst: line.sgst,
    igst: line.igst,
    grossValue: line.grossValue,
    plantId: line.plantId,
    sourceRule: line.sourceRule,
    sourceTrace: JSON.stringify(line.sourceTrace),
    priceTrace: JSON.stringify(line.priceTrace),
    stockAtEntry: line.stockAtEntry,
    eudStatus: 'NOT_REQUIRED',
    singleBatchRequired: input.singleBatchRequired ? 1 : 0,
    requestedBatchNo: input.requestedBatchNo,
    shippingInstruction: input.shippingInstruction,
    lineStatus: 'OPEN',
    confirmedQty: 0,
    dispatchedQty: 0,
    invoicedQty: 0,
    cancelledQty: 0,
    changedByApprover: 0,
  }
}

/** Other goods, more of them, another price, discount or delivery address: every approval is asked again (§D.2, 13). */
async function needsNewRound(trx: Knex, before: Order, input: OrderInput, lines: QuotedLine[]): Promise<boolean> {
  if (before.shipToId !== input.shipToId) return true
  const old = await trx('order_line')
    .where({ orderId: before.id })
    .select('productId', 'qty', 'netPrice', 'manualDiscountPct')
  const known = new Map(old.map(line => [line.productId, line]))
  return lines.some(({ input: line, netPrice, manualDiscountPct }) => {
    const was = known.get(line.productId)
    return !was || line.qty > was.qty || netPrice !== was.netPrice || manualDiscountPct !== was.manualDiscountPct
  })
}
