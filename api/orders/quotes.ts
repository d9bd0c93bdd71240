import type { Knex } from 'knex'
import { percentText } from '../../resources/define/show.ts'
import type { Route } from '../../resources/orders/route.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { loadFacts, type OrderFacts } from './facts.ts'
import { mayOrderFor } from './order-customers.ts'
import { readOrderInput } from './order-input.ts'
import { promiseDates } from './promise-date.ts'
import { findingsOfAll, type QuotedLine, type QuotedOrder, quote } from './quote.ts'
import { findRoute } from './route-order.ts'
import { sumOf } from './save-order.ts'

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
    const lines = quoted.flatMap(part => part.lines).sort((a, b) => a.index - b.index)
    const faults = findingsOfAll(facts, input, quoted, person.userType === 'EMPLOYEE')
    const promised = await promiseDates(db, facts, input, lines)
    return {
      lines: lines.map((line, index) => answerLine(facts, line, promised[index]!, person)),
      totals: lines.length > 0 ? sumOf(quoted) : null,
      orders: quoted.map(part => ({
        sbu: facts.sbus.get(part.sbuId)!.code,
        lines: part.lines.length,
        totals: part.totals,
      })),
      faults: faults.map(({ rule: _, ...fault }) => fault),
      approvals: seesApprovals(person)
        ? (await Promise.all(quoted.map(part => approvalsOf(db, facts, part, person)))).flat()
        : [],
    }
  },
})

function answerLine(facts: OrderFacts, line: QuotedLine, promiseDate: string | null, person: Person) {
  const { input, sbuId, stockAtEntry, priceTrace, sourceTrace, ...decided } = line
  const plant = line.plantId === null ? null : facts.plants.get(line.plantId)!
  const product = facts.products.get(input.productId)!
  return {
    ...decided,
    productId: input.productId,
    code: product.code,
    name: product.name,
    qty: input.qty,
    plant: plant && `${plant.code} · ${plant.name}`,
    stock: stockAtEntry,
    promiseDate,
    sourceTrace,
    ...(seesApprovals(person) && { priceTrace }),
  }
}

/** The approvals one order of the cart will need, in words, with the people who will be asked. */
async function approvalsOf(db: Knex, facts: OrderFacts, part: QuotedOrder, person: Person) {
  if (part.lines.some(line => line.priceProblem)) return []
  const route: Route = await findRoute(db, {
    sbuId: part.sbuId,
    round: 1,
    placedBy: person,
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
      promoDiscountValue: 0,
    })),
    tasks: [],
  })
  return route.path.map(step => ({
    sbu: facts.sbus.get(part.sbuId)!.code,
    step: step.step,
    title: step.title,
    reason: `Discount of ${percentText(step.measuredValue)} is ${percentText(step.over)} above your own limit`,
    people: step.levels.map(({ name }) => name),
    missing: step.levels.length === 0,
  }))
}
