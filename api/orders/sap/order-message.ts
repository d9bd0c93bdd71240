import type { Knex } from 'knex'
import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { materialPricingGroup } from '../../../resources/masters/material-pricing-group.ts'
import { mvgr } from '../../../resources/masters/mvgr.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { salesGroup } from '../../../resources/masters/sales-group.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { priceForSap } from '../../../resources/orders/line-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { type ScheduleLine, scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { paymentCodes } from '../../../resources/orders/terms/payment-codes.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import type { SalesOrderLine, SalesOrderMessage } from '../../../resources/sap/messages.ts'
import { channel } from '../../../resources/settings/channel.ts'
import { orderType } from '../../../resources/settings/order-type.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { readTogether, selectFrom } from '../../derive/rows-of.ts'
import { readSettings } from '../../platform/settings.ts'
import { readOrder } from '../move-order.ts'

/**
 * The message of an order for SAP: header, partners, and the lines that still count. Throws 404 for an unknown order.
 */
export async function orderMessage(trx: Knex, orderId: number): Promise<SalesOrderMessage> {
  const order = await readOrder(trx, orderId)
  const named = () => trx('order_line').where({ orderId })
  const read = await readTogether(trx, {
    partners: selectFrom(customer, rows => rows.whereIn('id', [order.soldToId, order.billToId, order.payerId])),
    units: selectFrom(sbu, rows => rows.where('id', order.sbuId)),
    groups: selectFrom(salesGroup, rows => rows.where('id', order.salesGroupId ?? 0)),
    types: selectFrom(orderType, rows => rows.where('id', order.orderTypeId)),
    channels: selectFrom(channel, rows => rows.where('id', order.channelId)),
    shipTos: selectFrom(shipTo, rows => rows.where('id', order.shipToId)),
    lines: selectFrom(orderLine, rows => rows.where({ orderId })),
    deliveries: selectFrom(scheduleLine, rows => rows.where({ orderId })),
    articles: selectFrom(products, rows => rows.whereIn('id', named().select('productId'))),
    plants: selectFrom(plant, rows => rows.whereIn('id', named().select('plantId'))),
    materialGroups: selectFrom(mvgr, rows => rows),
    pricingGroups: selectFrom(materialPricingGroup, rows => rows),
  })
  const partners = byId(read.partners)
  const [soldTo, billTo, payer] = [order.soldToId, order.billToId, order.payerId].map(id => partners.get(id)!)
  const [unit, group, type, sold, to] = [
    read.units[0]!,
    read.groups[0],
    read.types[0]!,
    read.channels[0]!,
    read.shipTos[0]!,
  ]
  const lines = await linesOf(trx, order, read)
  return {
    orderNo: order.orderNo,
    isFreeOfCharge: type.isFreeOfCharge,
    sapOrderType: type.sapOrderType,
    salesOrg: unit.salesOrg,
    channel: sold.code,
    division: unit.division,
    salesGroup: group?.code ?? null,
    salesOffice: group?.salesOffice ?? null,
    soldTo: soldTo!.code,
    shipTo: to.code,
    billTo: billTo!.code,
    payer: payer!.code,
    customerPoNo: order.customerPoNo,
    customerPoDate: order.customerPoDate,
    orderDate: order.orderDate,
    requestedDeliveryDate: order.requestedDeliveryDate,
    completeDelivery: order.completeDelivery,
    transMode: order.transMode,
    freightTerms: order.freightTerms,
    paymentTermsCode: await paymentCodeOf(trx, order, soldTo!),
    sapContractNo: sharedContract(lines),
    remarks: order.remarks,
    lines,
  }
}

/** SAP's code of the order's payment terms: the buyer's, or that of as many days where others are agreed or chosen. */
async function paymentCodeOf(
  trx: Knex,
  { paymentTermsDays }: Pick<Order, 'paymentTermsDays'>,
  soldTo: Pick<Customer, 'paymentTermsDays' | 'paymentTermsCode'>,
) {
  if (paymentTermsDays === soldTo.paymentTermsDays) return soldTo.paymentTermsCode
  const codes = paymentCodes((await readSettings(trx))['sap.payment_terms'])
  return codes.get(paymentTermsDays) ?? soldTo.paymentTermsCode
}

/** The contract of all lines, where all are called off from the same one. */
const sharedContract = (lines: SalesOrderLine[]) => {
  const [first, ...others] = new Set(lines.map(line => line.sapContractNo))
  return others.length === 0 ? (first ?? null) : null
}

interface OfLines {
  lines: OrderLine[]
  deliveries: ScheduleLine[]
  articles: Product[]
  plants: Row<typeof plant>[]
  materialGroups: Row<typeof mvgr>[]
  pricingGroups: Row<typeof materialPricingGroup>[]
}

async function linesOf(
  trx: Knex,
  order: Pick<Order, 'requestedDeliveryDate'>,
  read: OfLines,
): Promise<SalesOrderLine[]> {
  const lines = read.lines.filter(countsInTotals).sort((one, other) => one.lineNo - other.lineNo)
  const deliveries = read.deliveries.sort((one, other) => one.scheduleNo - other.scheduleNo)
  const [articles, plants] = [byId(read.articles), byId(read.plants)]
  const [groups, pricing] = [byId(read.materialGroups), byId(read.pricingGroups)]
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
      priceUnit: line.priceUnit,
      ...discountsFor(line, qty),
      freightValue: line.freightValue,
      materialGroups: groupsOf(article).map(id => groups.get(id ?? 0)?.code ?? null),
      pricingGroup: pricing.get(article.materialPricingGroupId ?? 0)?.code ?? null,
      shippingInstruction: line.shippingInstruction,
      scheduleLines: deliveriesOf(line, qty, deliveries, order.requestedDeliveryDate),
    }
  })
}

function discountsFor(line: OrderLine, qty: number): Pick<SalesOrderLine, 'basePrice' | 'discounts'> {
  const { price, discounts } = priceForSap(line, qty, line.priceUnit)
  return discounts.length > 0 ? { basePrice: price, discounts } : {}
}

const groupsOf = ({ mvgr1Id, mvgr2Id, mvgr3Id, mvgr4Id, mvgr5Id }: Product) => [
  mvgr1Id,
  mvgr2Id,
  mvgr3Id,
  mvgr4Id,
  mvgr5Id,
]

/** SAP's number and item of the rate contract lines that gave a price, where SAP knows the contract. */
async function contractsOf(trx: Knex, lines: readonly OrderLine[]) {
  const ids = lines.flatMap(({ priceSource, priceSourceId }) =>
    priceSource === 'RATE_CONTRACT' && priceSourceId !== null ? [priceSourceId] : [],
  )
  if (ids.length === 0) return new Map()
  const rows: { id: number; lineNo: number; sapContractNo: string }[] = await trx('rate_contract_line')
    .join('rate_contract_customer', 'rate_contract_customer.id', 'rate_contract_line.rateContractId')
    .whereIn('rate_contract_line.id', ids)
    .whereNotNull('rate_contract_customer.sapContractNo')
    .select('rate_contract_line.id', 'rate_contract_line.lineNo', 'rate_contract_customer.sapContractNo')
  return new Map(rows.map(({ id, lineNo, sapContractNo }) => [id, { sapContractNo, sapContractItem: String(lineNo) }]))
}

/** The requested deliveries when they make up the quantity that is left; else all of it on the day requested first. */
function deliveriesOf(line: OrderLine, qty: number, deliveries: ScheduleLine[], day: string) {
  const own = deliveries.filter(delivery => delivery.orderLineId === line.id)
  const isWholeLine = own.reduce((total, delivery) => total + delivery.qty, 0) === qty
  if (isWholeLine) return own.map(({ requestedDate, qty }) => ({ requestedDate, qty }))
  return [{ requestedDate: own[0]?.requestedDate ?? day, qty }]
}

const byId = <Kept extends { id: number }>(rows: readonly Kept[]) => new Map(rows.map(row => [row.id, row]))
