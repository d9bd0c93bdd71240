import type { Knex } from 'knex'
import type { RouteContract } from '../../../resources/orders/approvals/route-rows.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { ApprovalAhead } from '../../../resources/orders/quote.ts'
import type { OrderFacts } from '../quote/order-facts.ts'
import type { QuotedOrder } from '../quote/quote.ts'
import type { QuotedLine } from '../quote/quote-line.ts'
import type { Asking } from '../quote/quotes.ts'
import { loadApprovers } from './approver-facts.ts'
import { creditOf } from './credit-facts.ts'
import { type FoundRoute, findRoute, type RouteAsked } from './find-route.ts'

/** In whose login a cart stands, and who would place each of its orders. */
type Placing = Pick<Asking, 'placedBy'> & { person: { id: number } }

/**
 * The approvals that the orders of a cart will need, each with why, by how much, and at every level who is asked. Orders
 * without a price are left out; five queries whatever their lines.
 */
export async function approvalsAhead(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  asking: Placing,
) {
  const routed = await routesAhead(db, facts, input, quoted, asking)
  return routed.flatMap(({ sbuId, found }) => pathOf(found, facts.sbus.get(sbuId)!))
}

/** The same of each order by itself, as if no other were placed with it; none for one without a price. */
export async function approvalsApart(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  asking: Placing,
) {
  const routed = await routesAhead(db, facts, input, quoted, asking, false)
  return new Map(routed.map(({ part, sbuId, found }) => [part, pathOf(found, facts.sbus.get(sbuId)!)]))
}

/** The route of each order of a cart: what goes through at once uses up credit for the next, where they are placed together. */
async function routesAhead(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  { person, placedBy }: Placing,
  together = true,
): Promise<{ part: QuotedOrder; sbuId: number; found: FoundRoute }[]> {
  const priced = quoted.filter(({ lines }) => !lines.some(line => line.priceProblem))
  if (priced.length === 0) return []
  const sbuIds = priced.map(({ sbuId }) => sbuId)
  const party = { placedById: person.id, customerId: facts.customer.id }
  const approvers = await loadApprovers(db, sbuIds, party, facts.day)
  const payerIds = [...new Set(priced.map(({ soldToId }) => soldToId))]
  const creditFor = await creditOf(db, payerIds, facts.orderId ?? 0)
  const through = new Map<number, number>()
  return priced.map(part => {
    const known = creditFor(part.soldToId)
    const otherOrders = known.otherOrders + (through.get(part.soldToId) ?? 0)
    const credit = { payer: facts.buyers.get(part.soldToId)!, ...known, otherOrders }
    const { employeeId, roles } = placedBy(part)
    const name = approvers.employees.find(({ id }) => id === employeeId)?.name ?? facts.customer.name
    const asked = asRouted(facts, input, part, { placedById: person.id, placedForCustomer: employeeId !== null })
    const found = findRoute(approvers, { ...asked, placedBy: { employeeId, roles, name }, credit })
    if (together && found.status === 'APPROVED')
      through.set(part.soldToId, (through.get(part.soldToId) ?? 0) + part.totals.grossValue)
    return { part, sbuId: part.sbuId, found }
  })
}

/** A part of the cart as the routing looks at it: nothing of it was ever approved. */
function asRouted(
  facts: OrderFacts,
  input: OrderInput,
  part: QuotedOrder,
  placed: { placedById: number; placedForCustomer: boolean },
): Omit<RouteAsked, 'credit' | 'placedBy'> {
  const { taxableValue, grossValue } = part.totals
  return {
    settings: facts.settings,
    round: 1,
    sbu: facts.sbus.get(part.sbuId)!,
    order: {
      ...placed,
      customerPoNo: input.customerPoNo,
      taxableValue,
      grossValue,
      zoneId: facts.zoneId,
      customer: facts.customer,
      channel: facts.channels.get(facts.buyers.get(part.soldToId)!.channelId)!,
      orderType: facts.orderType,
      instructions: facts.control.instructions,
    },
    asps: facts.asps,
    accountOwnerId: part.salesEmployeeId,
    contracts: contractsOf(facts),
    lines: part.lines.map(line => lineOf(facts, input, line)),
    tasks: [],
  }
}

function lineOf(facts: OrderFacts, input: OrderInput, line: QuotedLine): RouteAsked['lines'][number] {
  const { productId, qty, schedules } = line.input
  const { nidId, mvgr1Id, isMultiplexingKit } = facts.products.get(productId)!
  const days =
    schedules.length > 0 ? schedules.map(({ requestedDate }) => requestedDate) : [input.requestedDeliveryDate]
  return {
    ...line,
    ...line.eud,
    lineNo: (line.index + 1) * 10,
    priceTrace: line.priceTrace,
    productId,
    qty,
    nidId,
    mvgr1Id,
    isMultiplexingKit,
    changedByApprover: false,
    dates: days.sort(),
  }
}

/** The contracts of the cart's prices by their lines, with what is open of each. */
function contractsOf({ contracts, contractLines, prices }: OrderFacts): ReadonlyMap<number, RouteContract> {
  const headOf = new Map(contracts.map(row => [row.id, row]))
  const openOf = new Map([...prices.contracts.values()].flat().map(({ id, openQty }) => [id, openQty]))
  return new Map(
    contractLines.map(line => [
      line.id,
      { ...headOf.get(line.rateContractId)!, line, openQty: openOf.get(line.id) ?? 0 },
    ]),
  )
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
