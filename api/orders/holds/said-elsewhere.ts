import type { Knex } from 'knex'
import { BUYER_BLOCKED } from '../../../resources/orders/holds/hold-kinds.ts'
import type { SaidHold } from '../../../resources/orders/holds/said-hold.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { question } from '../../platform/news.ts'
import { readSettings } from '../../platform/settings.ts'

/** What SAP warned of when it created an order: the code of each message and how severe it is. */
export const creationWarnings = question<
  [db: Knex, orderId: number],
  Promise<readonly { code: string; severity: string }[]>
>('What did SAP warn of when it created the order?')

const whole = { orderLineId: null, day: null }

/** The holds of an order that its deliveries, its customer and the warnings of its creation give. */
export async function saidElsewhere(db: Knex, order: Order): Promise<SaidHold[]> {
  return [...(await ofDeliveries(db, order.id)), ...(await ofCustomer(db, order)), ...(await ofWarnings(db, order.id))]
}

const notComplete = ['A', 'B']
const notReleased = ['B', 'C']

/** What its open deliveries in SAP say. */
async function ofDeliveries(db: Knex, orderId: number): Promise<SaidHold[]> {
  const rows: { deliveryBlock: string | null; creditStatus: string | null; incompletion: string | null }[] = await db(
    'sap_delivery',
  )
    .whereIn('status', ['OPEN', 'PARTIALLY_ISSUED'])
    .whereIn('id', db('sap_delivery_line').where({ orderId }).select('deliveryId'))
    .select('deliveryBlock', 'creditStatus', 'incompletion')
  return rows.flatMap(({ deliveryBlock, creditStatus, incompletion }): SaidHold[] => [
    ...(creditStatus && notReleased.includes(creditStatus)
      ? [{ kind: 'CREDIT' as const, code: creditStatus, ...whole }]
      : []),
    ...(incompletion && notComplete.includes(incompletion)
      ? [{ kind: 'INCOMPLETE' as const, code: incompletion, ...whole }]
      : []),
    ...(deliveryBlock ? [{ kind: 'DELIVERY' as const, code: deliveryBlock, ...whole }] : []),
  ])
}

/** The blocks of whoever buys: of orders, deliveries and bills, central ones and those of a sales area. */
export const centralBlocks = ['sapOrderBlock', 'sapDeliveryBlock', 'sapBillingBlock'] as const
export const areaBlocks = ['orderBlock', 'deliveryBlock', 'billingBlock'] as const

/** The blocks of the customer who buys: central, and of the sales area of the order. */
async function ofCustomer(db: Knex, { soldToId, channelId, sbuId }: Order): Promise<SaidHold[]> {
  const central = await db('customer')
    .where({ id: soldToId })
    .select(...centralBlocks)
  const areas = await db('customer_sales_area as area')
    .join('sbu', join => join.on('sbu.salesOrg', 'area.salesOrg').andOn('sbu.division', 'area.division'))
    .where({ 'area.customerId': soldToId, 'area.channelId': channelId, 'sbu.id': sbuId, 'area.isDeleted': 0 })
    .select(areaBlocks.map(column => `area.${column}`))
  const codes = [...central, ...areas].flatMap(row => Object.values<string | null>(row)).filter(code => code !== null)
  // One block is one hold, however many of its marks bear it.
  return [...new Set(codes)].map(code => ({ kind: BUYER_BLOCKED, code, ...whole }))
}

/**
 * What SAP warned of at creation, where no field of its orders tells what is missing: until SAP has made a delivery of
 * it, which it makes of no incomplete order.
 */
async function ofWarnings(db: Knex, orderId: number): Promise<SaidHold[]> {
  const settings = await readSettings(db)
  if (settings['sap.field_order_incompletion'] !== '-') return []
  const warnings = await creationWarnings.ask(db, orderId)
  if (warnings.length === 0) return []
  if (await db('sap_delivery_line').where({ orderId }).first('id')) return []
  const counted = settings['sap.incomplete_warnings'].split(',').map(code => code.trim())
  const severe = warnings.filter(
    ({ code, severity }) =>
      ['warning', 'error'].includes(severity.toLowerCase()) && (counted.includes('-') || counted.includes(code)),
  )
  const [first] = severe
  return first ? [{ kind: 'INCOMPLETE', code: first.code.slice(0, 20) || 'WARNING', ...whole }] : []
}
