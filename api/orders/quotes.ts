import type { Knex } from 'knex'
import type { Finding } from '../../resources/orders/check-facts.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import type { Route } from '../../resources/orders/route.ts'
import { addTotals } from '../../resources/orders/totals.ts'
import { readableBy } from '../derive/conditions.ts'
import type { Call } from '../derive/service.ts'
import { only } from '../derive/write.ts'
import { contractErrorWarnings } from '../masters/contract-error-warnings.ts'
import { today } from '../platform/clock.ts'
import { needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { paysAnother, toldOf } from './dealer-prices.ts'
import { loadFacts, type OrderFacts } from './facts.ts'
import { mayOrderFor } from './order-customers.ts'
import { readOrderInput } from './order-input.ts'
import { promiseDates } from './promise-date.ts'
import { findingsOfAll, type QuotedLine, type QuotedOrder, quote } from './quote.ts'
import { findRoute, loadApprovers } from './route-order.ts'

/** Roles that see no list of who would approve, nor the rows behind a price (§I.2, field rules). */
const seesApprovals = ({ userType }: Person) => userType === 'EMPLOYEE'

/** `POST /api/quotes`: what an order would cost, where it would come from, what is wrong with it and who would approve it. */
export const quotes = (db: Knex) => ({
  async create(body: unknown, call: Call) {
    const person = needPerson(call)
    const input = readOrderInput(body)
    await mayOrderFor(db, person, input.customerId)
    const facts = await loadFacts(db, input, today())
    const quoted = quote(facts, input)
    const shown = quoted.filter(part => !paysAnother(person, part.soldToId))
    const lines = quoted.flatMap(part => part.lines).sort((a, b) => a.index - b.index)
    const found = findingsOfAll(facts, input, quoted, person.userType === 'EMPLOYEE')
    if (person.userType === 'EMPLOYEE') found.push(...(await contractErrorWarnings(db, facts, input.lines)))
    const promised = await promiseDates(db, facts, input, lines)
    return {
      lines: lines.map((line, index) => answerLine(facts, line, promised[index]!, person)),
      totals: shown.length > 0 ? told(addTotals(shown.map(part => part.totals)), person) : null,
      orders: quoted.map(part => ({
        sbu: facts.sbus.get(part.sbuId)!.code,
        soldVia: soldVia(facts, part.soldToId),
        lines: part.lines.length,
        totals: paysAnother(person, part.soldToId) ? null : told(part.totals, person),
      })),
      faults: found.filter(({ warns }) => !warns).map(said),
      warnings: found.filter(({ warns }) => warns).map(said),
      approvals: seesApprovals(person) ? await approvalsAhead(db, facts, quoted, person) : [],
    }
  },
})

const said = ({ rule: _, warns: _warns, ...fault }: Finding) => fault

/** Totals as far as the person may see them of an order. */
const told = (totals: QuotedOrder['totals'], person: Person) => only(readableBy(person, order), { ...totals })

function answerLine(facts: OrderFacts, line: QuotedLine, promiseDate: string | null, person: Person) {
  const { input, sbuId, soldToId, onlyThrough: _, stockAtEntry, priceTrace, sourceTrace, ...decided } = line
  const readable = toldOf(orderLine, readableBy(person, orderLine), person, soldToId)
  const seen = Object.entries(decided).filter(([name]) => !(name in orderLine.fields) || readable.includes(name))
  const plant = line.plantId === null ? null : facts.plants.get(line.plantId)!
  const product = facts.products.get(input.productId)!
  return {
    ...Object.fromEntries(seen),
    soldVia: soldVia(facts, soldToId),
    productId: input.productId,
    code: product.code,
    name: product.name,
    qty: input.qty,
    plant: plant && `${plant.code} · ${plant.name}`,
    backOrder: stockAtEntry !== null && stockAtEntry < input.qty,
    stock: readable.includes('stockAtEntry') ? stockAtEntry : null,
    promiseDate,
    ...(readable.includes('sourceTrace') && { sourceTrace }),
    ...(seesApprovals(person) && { priceTrace }),
  }
}

/** The distributor who buys for the customer, by code and name. */
function soldVia({ customer, buyers }: OrderFacts, soldToId: number): string | null {
  const { code, name } = buyers.get(soldToId)!
  return soldToId === customer.id ? null : `${code} · ${name}`
}

/** The approvals the orders of the cart will need, in words, with the people who will be asked. */
async function approvalsAhead(db: Knex, facts: OrderFacts, quoted: QuotedOrder[], person: Person) {
  const priced = quoted.filter(({ lines }) => !lines.some(line => line.priceProblem))
  if (priced.length === 0) return []
  const approvers = await loadApprovers(
    db,
    priced.map(({ sbuId }) => sbuId),
  )
  return priced.flatMap(part => {
    const sbu = facts.sbus.get(part.sbuId)!
    return pathOf(findRoute(approvers, { ...asRouted(facts, part), sbu, placedBy: person }), sbu.code)
  })
}

/** A part of the cart as the routing looks at it: nothing of it was ever approved. */
function asRouted(facts: OrderFacts, part: QuotedOrder) {
  return {
    settings: facts.settings,
    round: 1,
    asps: facts.asps,
    accountOwnerId: part.salesEmployeeId,
    lines: part.lines.map(line => ({
      lineNo: (line.index + 1) * 10,
      lineStatus: 'OPEN',
      productId: line.input.productId,
      nidId: facts.products.get(line.input.productId)!.nidId,
      listPrice: line.listPrice,
      netPrice: line.netPrice,
      discountPct: line.discountPct,
      manualDiscountPct: line.manualDiscountPct,
      promoDiscountValue: line.promoDiscountValue,
    })),
    tasks: [],
  }
}

const pathOf = ({ path }: Route, sbu: string) =>
  path.map(({ step, title, reason, levels }) => ({
    sbu,
    step,
    title,
    reason,
    people: levels.map(({ name }) => name),
    missing: levels.length === 0,
  }))
