import type { Knex } from 'knex'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { ApprovalAhead } from '../../../resources/orders/quote/quote.ts'
import { scheduleOf } from '../../../resources/orders/quote/schedule.ts'
import { openInSalesUnits } from '../../masters/contract-prices.ts'
import { channelOf } from '../quote/customer-terms.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import type { QuotedOrder } from '../quote/quote.ts'
import type { QuotedLine } from '../quote/quote-line.ts'
import type { QuoteReader } from '../quote/quote-reader.ts'
import { type OrderToRoute, toRouteRequest } from '../route-request.ts'
import { freeGoodsOf } from '../terms/free-goods-of.ts'
import { loadApprovers } from './approver-facts.ts'
import { loadCreditFacts } from './credit-facts.ts'
import { type FoundRoute, findRoute } from './find-route.ts'

/** The user of a cart, and who would place each of its orders. */
type CartOwner = Pick<QuoteReader, 'placedBy'> & { person: { id: number } }

/** Predicts the approvals of each order by itself, as if no other were placed with it; none without a price. */
export async function approvalsAhead(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  owner: CartOwner,
) {
  const routed = await routesAhead(db, facts, input, quoted, owner)
  return routed.flatMap(({ sbuId, route }) => pathOf(route, facts.sbus.get(sbuId)!))
}

/**
 * Predicts the approvals of each order by itself, as if no other were placed with it. Leaves out orders without a
 * price.
 */
export async function approvalsPerOrder(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  owner: CartOwner,
) {
  const routed = await routesAhead(db, facts, input, quoted, owner, false)
  return new Map(routed.map(({ part, sbuId, route }) => [part, pathOf(route, facts.sbus.get(sbuId)!)]))
}

/** The route of each order of a cart; placed together, one without approval reduces the credit of the next. */
async function routesAhead(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  { person, placedBy }: CartOwner,
  together = true,
): Promise<{ part: QuotedOrder; sbuId: number; route: FoundRoute }[]> {
  const priced = quoted.filter(({ lines }) => !lines.some(line => line.priceProblem))
  if (priced.length === 0) return []
  const sbuIds = priced.map(({ sbuId }) => sbuId)
  const party = { placedById: person.id, customerId: facts.customer.id }
  const approvers = await loadApprovers(db, sbuIds, party, facts.day)
  const payerIds = [...new Set(priced.map(({ soldToId }) => soldToId))]
  const creditFor = await loadCreditFacts(db, payerIds, facts.orderId ?? 0)
  const approvedValues = new Map<number, number>()
  const { isFreeOfCharge } = facts.orderType
  const ofQuarter = { id: facts.orderId, customerId: facts.customer.id, orderDate: facts.day }
  let freeGoods = isFreeOfCharge ? await freeGoodsOf(db, ofQuarter, facts.settings['foc.customer_quarter']) : null
  return priced.map(part => {
    const credit = creditFor(part.soldToId)
    const otherOrders = credit.otherOrders + (approvedValues.get(part.soldToId) ?? 0)
    const { employeeId, roles } = placedBy(part)
    const name = approvers.employees.find(({ id }) => id === employeeId)?.name ?? facts.customer.name
    const request = toRouteRequest({
      ...rowsOfCart(facts, input, part),
      order: {
        placedById: person.id,
        placedForCustomer: employeeId !== null,
        customerPoNo: input.customerPoNo,
        taxableValue: part.totals.taxableValue,
        grossValue: part.totals.grossValue,
      },
      placedBy: { employeeId, roles, name },
      credit: { ...credit, otherOrders },
      deviation: part.terms.deviation,
      ...(freeGoods && { freeGoods }),
    })
    const route = findRoute(approvers, request)
    if (together && freeGoods) freeGoods = { ...freeGoods, used: freeGoods.used + part.totals.listValue }
    if (together && route.status === 'APPROVED')
      approvedValues.set(part.soldToId, (approvedValues.get(part.soldToId) ?? 0) + part.totals.grossValue)
    return { part, sbuId: part.sbuId, route }
  })
}

/** The rows that the routing of one order of the cart depends on. */
function rowsOfCart(facts: OrderFacts, input: OrderInput, part: QuotedOrder) {
  const payer = facts.buyers.get(part.soldToId)!
  const openOf = new Map(
    [...facts.prices.contracts.values()]
      .flat()
      .map(row => [row.id, openInSalesUnits(row, facts.products.get(row.productId)!, row.openQty)]),
  )
  return {
    settings: facts.settings,
    round: 1,
    orderDate: facts.day,
    sbu: facts.sbus.get(part.sbuId)!,
    zoneId: facts.zoneId,
    customer: facts.customer,
    channel: facts.channels.get(channelOf(facts, payer, part.sbuId))!,
    orderType: facts.orderType,
    instructions: facts.control.instructions,
    payer,
    asps: facts.asps,
    accountOwnerId: part.salesEmployeeId,
    lines: part.lines.map(line => lineOf(input, line)),
    products: facts.products,
    contracts: facts.contracts,
    contractLines: facts.contractLines,
    openQtyOf: ({ id }: { id: number }) => openOf.get(id) ?? 0,
    tasks: [],
    unseen: [],
  }
}

function lineOf(input: OrderInput, line: QuotedLine): OrderToRoute['lines'][number] {
  const { productId, qty, schedules } = line.input
  return {
    ...line,
    ...line.eud,
    // A blocked line is refused before anybody is asked.
    eudBlockNo: null,
    lineNo: (line.index + 1) * 10,
    productId,
    qty,
    dates: scheduleOf(qty, input.requestedDeliveryDate, schedules).map(({ requestedDate }) => requestedDate),
  }
}

const pathOf = (
  { path, routeTrace }: FoundRoute,
  { id: sbuId, code: sbu }: { id: number; code: string },
): ApprovalAhead[] =>
  path.map(({ step, title, reason, measuredValue, over, lineNos, levels }) => ({
    sbu,
    sbuId,
    step,
    title,
    reason,
    measuredValue,
    over,
    lineNos,
    people: levels.map(({ name }) => name),
    missing: levels.length === 0,
    trace: { ...routeTrace, steps: routeTrace.steps.filter(each => each.step === step) },
  }))
