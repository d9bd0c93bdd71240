import type { Knex } from 'knex'
import { customer } from '../../resources/access-control/customer.ts'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { mulDiv } from '../../resources/define/amounts.ts'
import { products } from '../../resources/masters/products.ts'
import { salesGroup } from '../../resources/masters/sales-group.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { state } from '../../resources/masters/state.ts'
import type { Order } from '../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { type ScheduleLine, scheduleLine } from '../../resources/orders/schedule-line.ts'
import { countsInTotals } from '../../resources/orders/totals.ts'
import { channel } from '../../resources/settings/channel.ts'
import { orderType } from '../../resources/settings/order-type.ts'
import { plant } from '../../resources/settings/plant.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { readOrder } from '../orders/move-order.ts'
import type { SalesOrderLine, SalesOrderMessage } from './sales-order-message.ts'

/** Union territories with a legislature levy SGST like a state: Jammu and Kashmir, Delhi, Puducherry. */
const withLegislature = ['01', '07', '34']

/** An order as SAP is to get it (§J.2): header, partners, and the lines that still count. Throws 404 for an unknown order. */
export async function orderMessage(trx: Knex, orderId: number): Promise<SalesOrderMessage> {
  const order = await readOrder(trx, orderId)
  const partners = await byId(trx, customer, [order.soldToId, order.billToId, order.payerId])
  const [soldTo, billTo, payer] = [order.soldToId, order.billToId, order.payerId].map(id => partners.get(id)!)
  const unit = await one(trx, sbu, order.sbuId)
  const lines = await linesOf(trx, order)
  const group = order.salesGroupId === null ? null : await one(trx, salesGroup, order.salesGroupId)
  return {
    orderNo: order.orderNo,
    sapOrderType: (await one(trx, orderType, order.orderTypeId)).sapOrderType,
    salesOrg: unit.salesOrg,
    channel: (await one(trx, channel, order.channelId)).code,
    division: unit.division,
    salesGroup: group?.code ?? null,
    salesOffice: group?.salesOffice ?? null,
    soldTo: soldTo!.code,
    shipTo: (await one(trx, shipTo, order.shipToId)).code,
    billTo: billTo!.code,
    payer: payer!.code,
    customerPoNo: order.customerPoNo,
    customerPoDate: order.customerPoDate,
    orderDate: order.orderDate,
    requestedDeliveryDate: order.requestedDeliveryDate,
    completeDelivery: order.completeDelivery,
    transMode: order.transMode,
    freightTerms: order.freightTerms,
    paymentTermsCode: soldTo!.paymentTermsCode,
    sapContractNo: wholly(lines),
    remarks: order.remarks,
    lines,
  }
}

/** The contract of all lines, where they are called off one and the same. */
const wholly = (lines: SalesOrderLine[]) => {
  const [first, ...others] = new Set(lines.map(line => line.sapContractNo))
  return others.length === 0 ? (first ?? null) : null
}

async function linesOf(trx: Knex, order: Pick<Order, 'id' | 'requestedDeliveryDate'>): Promise<SalesOrderLine[]> {
  const all = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id).orderBy('lineNo'))
  const lines = all.filter(countsInTotals)
  const deliveries = await rowsOf(trx, scheduleLine, rows => rows.where('orderId', order.id).orderBy('scheduleNo'))
  const articles = await byId(
    trx,
    products,
    lines.map(line => line.productId),
  )
  const plants = await byId(
    trx,
    plant,
    lines.flatMap(line => line.plantId ?? []),
  )
  const states = await byId(
    trx,
    state,
    [...plants.values()].map(site => site.stateId),
  )
  const contracts = await contractsOf(trx, lines)
  return lines.map(line => {
    const article = articles.get(line.productId)!
    const site = line.plantId === null ? null : plants.get(line.plantId)!
    const qty = line.qty - line.cancelledQty
    return {
      lineNo: line.lineNo,
      product: article.code,
      qty,
      uom: line.uom,
      plant: site?.code ?? '',
      shippingPoint: site?.sapShippingPoint ?? null,
      requestedBatchNo: line.requestedBatchNo,
      sapContractNo: null,
      sapContractItem: null,
      ...contracts.get(line.priceSource === 'RATE_CONTRACT' ? (line.priceSourceId ?? 0) : 0),
      priceSource: line.priceSource!,
      netPrice: line.netPrice,
      freightValue: line.freightValue,
      taxKind: taxKindOf(line, site ? states.get(site.stateId) : undefined),
      gstRate: line.gstRate,
      grossWeight: mulDiv(article.grossWeightKg, qty, 1000),
      shippingInstruction: line.shippingInstruction,
      scheduleLines: deliveriesOf(line, qty, deliveries, order.requestedDeliveryDate),
    }
  })
}

/** SAP's number and item of the rate contract lines that gave a price, where SAP knows the contract. */
async function contractsOf(trx: Knex, lines: readonly OrderLine[]) {
  const ids = lines.flatMap(({ priceSource, priceSourceId }) =>
    priceSource === 'RATE_CONTRACT' && priceSourceId !== null ? [priceSourceId] : [],
  )
  const rows: { id: number; lineNo: number; sapContractNo: string }[] = await trx('rate_contract_line')
    .join('rate_contract_customer', 'rate_contract_customer.id', 'rate_contract_line.rateContractId')
    .whereIn('rate_contract_line.id', ids)
    .whereNotNull('rate_contract_customer.sapContractNo')
    .select('rate_contract_line.id', 'rate_contract_line.lineNo', 'rate_contract_customer.sapContractNo')
  return new Map(rows.map(({ id, lineNo, sapContractNo }) => [id, { sapContractNo, sapContractItem: String(lineNo) }]))
}

/** The asked deliveries when they make up the quantity that is left; else all of it on the day asked for first. */
function deliveriesOf(line: OrderLine, qty: number, deliveries: ScheduleLine[], day: string) {
  const own = deliveries.filter(delivery => delivery.orderLineId === line.id)
  const whole = own.reduce((total, delivery) => total + delivery.qty, 0) === qty
  if (whole) return own.map(({ requestedDate, qty }) => ({ requestedDate, qty }))
  return [{ requestedDate: own[0]?.requestedDate ?? day, qty }]
}

function taxKindOf(line: OrderLine, from: { gstStateCode: string; isUnionTerritory: boolean } | undefined) {
  if (line.gstRate === 0) return 'NONE'
  if (line.igst > 0) return 'IGST'
  if (line.cgst === 0) return 'NONE'
  return from?.isUnionTerritory && !withLegislature.includes(from.gstStateCode) ? 'CGST_UTGST' : 'CGST_SGST'
}

async function byId<R extends Parameters<typeof rowsOf>[1]>(trx: Knex, resource: R, ids: number[]) {
  const rows = await rowsOf<R>(trx, resource, query => query.whereIn('id', [...new Set(ids)]))
  return new Map(rows.map(row => [(row as { id: number }).id, row]))
}

async function one<R extends Parameters<typeof rowsOf>[1]>(trx: Knex, resource: R, id: number) {
  const [row] = await rowsOf<R>(trx, resource, query => query.where('id', id))
  return row!
}
