import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { eudBlock } from '../../../resources/complaints/eud-block.ts'
import { pick } from '../../../resources/define/pick.ts'
import { customerDepartmentMap } from '../../../resources/masters/customer-department-map.ts'
import { products } from '../../../resources/masters/products.ts'
import { rateContractCustomer } from '../../../resources/masters/rate-contract-customer.ts'
import { openQtyOf, rateContractLine } from '../../../resources/masters/rate-contract-line.ts'
import { sbu } from '../../../resources/masters/sbu.ts'
import { shippingInstructions } from '../../../resources/masters/shipping-instructions.ts'
import { zoneWiseAsp } from '../../../resources/masters/zone-wise-asp.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { EarlierTask, Trigger } from '../../../resources/orders/approvals/approval-facts.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { blockOf } from '../../../resources/orders/quote/eud.ts'
import { reservation } from '../../../resources/orders/reservation.ts'
import { scheduleLine } from '../../../resources/orders/schedule-line.ts'
import { taskAssignee } from '../../../resources/orders/task-assignee.ts'
import { orderTerms } from '../../../resources/orders/terms/order-terms.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { channel } from '../../../resources/settings/channel.ts'
import { orderType } from '../../../resources/settings/order-type.ts'
import { role } from '../../../resources/settings/role.ts'
import { zone } from '../../../resources/settings/zone.ts'
import { readTogether, selectFrom, whereValidOn } from '../../derive/rows-of.ts'
import { openInSalesUnits } from '../../masters/contract-prices.ts'
import { readSettings } from '../../platform/settings.ts'
import { ownReservedQty } from '../quote/reservation-facts.ts'
import { toRouteRequest } from '../route-request.ts'
import { deviationOfOrder } from '../terms/deviation-of-order.ts'
import { freeGoodsOf } from '../terms/free-goods-of.ts'
import { unseenChanges } from '../terms/kept-terms.ts'
import { loadApprovers, placerOf } from './approver-facts.ts'
import { loadCreditFacts } from './credit-facts.ts'
import { type FoundRoute, findRoute } from './find-route.ts'

/** The route of a saved order by people and limits of today. The number of queries does not depend on the lines. */
export async function routeOfOrder(db: Knex, order: Order): Promise<FoundRoute> {
  const saved = await rowsOfOrder(db, order)
  const [unit] = saved.units
  const buyer = saved.customers.find(({ id }) => id === order.customerId)!
  const payer = saved.customers.find(({ id }) => id === order.payerId)!
  const credit = await loadCreditFacts(db, [payer.id], order.id)
  const approvers = await loadApprovers(db, [order.sbuId], order)
  const settings = await readSettings(db)
  const zoneId = saved.zones[0]?.id ?? null
  const isFree = saved.types[0]!.isFreeOfCharge
  const ownReserved = ownReservedQty(saved.reservations, order.id, 'CONTRACT')
  const request = toRouteRequest({
    sbu: unit!,
    placedBy: placerOf(approvers, order.placedById),
    settings,
    round: order.approvalRound,
    order: pick(order, ['placedById', 'placedForCustomer', 'customerPoNo', 'taxableValue', 'grossValue']),
    orderDate: order.orderDate,
    zoneId,
    customer: buyer,
    channel: saved.channels[0]!,
    orderType: saved.types[0]!,
    instructions: saved.instructions,
    accountOwnerId: saved.accounts[0]?.salesEmployeeId ?? null,
    asps: new Map(saved.asps.map(row => [row.productId, row])),
    payer,
    credit: credit(payer.id),
    lines: linesOf(saved, order),
    unseen: await unseenChanges(db, order, saved),
    products: new Map(saved.articles.map(row => [row.id, row])),
    contracts: saved.contracts,
    contractLines: saved.contractLines,
    openQtyOf: line => {
      const open = openQtyOf(line, ownReserved.get(line.id))
      return openInSalesUnits(line, saved.articles.find(({ id }) => id === line.productId)!, open)
    },
    tasks: tasksOf(saved),
    deviation: await deviationOfOrder(db, order, saved, { zoneId, isFree, costPct: settings['credit.cost_pct'] }),
    ...(isFree && { freeGoods: await freeGoodsOf(db, order, settings['foc.customer_quarter']) }),
  })
  return findRoute(approvers, request)
}

type OrderRows = Awaited<ReturnType<typeof rowsOfOrder>>

function rowsOfOrder(db: Knex, order: Order) {
  const { id: orderId, customerId, payerId, departmentId, orderDate } = order
  const productIds = () => db('order_line').where({ orderId }).select('productId')
  const contractLineIds = () =>
    db('order_line').where({ orderId, priceSource: 'RATE_CONTRACT' }).select('priceSourceId')
  const zoneIds = () => zoneOfShipTo(db, order.shipToId)
  return readTogether(db, {
    lines: selectFrom(orderLine, rows => rows.where({ orderId })),
    deliveries: selectFrom(scheduleLine, rows => rows.where({ orderId })),
    terms: selectFrom(orderTerms, rows => rows.where({ orderId })),
    tasks: selectFrom(approvalTask, rows => rows.where({ orderId })),
    eudBlocks: selectFrom(eudBlock, rows => rows.where({ customerId }).whereNot('status', 'RELEASED')),
    assignees: selectFrom(taskAssignee, rows => rows.where({ orderId })),
    roles: selectFrom(role, rows => rows),
    reservations: selectFrom(reservation, rows => rows.where({ orderId })),
    units: selectFrom(sbu, rows => rows.where('id', order.sbuId)),
    channels: selectFrom(channel, rows => rows.where('id', order.channelId)),
    types: selectFrom(orderType, rows => rows.where('id', order.orderTypeId)),
    zones: selectFrom(zone, rows => rows.whereIn('id', zoneIds())),
    customers: selectFrom(customer, rows => rows.whereIn('id', [customerId, payerId])),
    accounts: selectFrom(customerDepartmentMap, rows => rows.where({ customerId, departmentId, isActive: 1 })),
    instructions: selectFrom(shippingInstructions, rows => rows.where({ customerId, isActive: 1 })),
    articles: selectFrom(products, rows => rows.whereIn('id', productIds())),
    contractLines: selectFrom(rateContractLine, rows => rows.whereIn('id', contractLineIds())),
    contracts: selectFrom(rateContractCustomer, rows =>
      rows.whereIn('id', db('rate_contract_line').whereIn('id', contractLineIds()).select('rateContractId')),
    ),
    /** The average selling prices of the products in the zone of the ship-to, on the order date. */
    asps: selectFrom(zoneWiseAsp, rows =>
      whereValidOn(rows, orderDate).whereIn('productId', productIds()).whereIn('zoneId', zoneIds()),
    ),
  })
}

const zoneOfShipTo = (db: Knex, shipToId: number) =>
  db('ship_to')
    .join('state_city', 'state_city.id', 'ship_to.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('ship_to.id', shipToId)
    .select('zone_area.zoneId')

/** The lines with the requested dates of their deliveries. */
function linesOf({ lines, deliveries, eudBlocks }: OrderRows, { customerId }: Order) {
  const datesOf = Map.groupBy(deliveries, row => row.orderLineId)
  return lines.map(line => ({
    ...line,
    priceTrace: line.priceTrace as Trace | null,
    eudBlockNo:
      blockOf(eudBlocks, { customerId, productId: line.productId }, line.eudStatus !== 'NOT_REQUIRED')?.blockNo ?? null,
    dates: (datesOf.get(line.id) ?? []).map(({ requestedDate }) => requestedDate),
  }))
}

function tasksOf({ tasks, assignees, roles }: OrderRows): EarlierTask[] {
  const several = Map.groupBy(assignees, row => row.approvalTaskId)
  const codes = new Map(roles.map(row => [row.id, row.code]))
  return tasks.map(task => ({
    ...task,
    values: (task.triggerJson as Trigger | null)?.values,
    assignee: {
      userIds:
        task.assigneeUserId === null ? (several.get(task.id) ?? []).map(row => row.userId) : [task.assigneeUserId],
      role: (codes.get(task.assigneeRoleId ?? 0) ?? null) as EarlierTask['assignee']['role'],
      customerId: task.assigneeCustomerId,
    },
  }))
}
