import type { Knex } from 'knex'
import type { Resource } from '../../../resources/define/resource.ts'
import { usualHours } from '../../../resources/orders/approvals/usual-hours.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { orderInput } from '../../../resources/orders/sent-order.ts'
import type { OrderToSimulate } from '../../../resources/orders/what-if/commands.ts'
import type { Simulation } from '../../../resources/orders/what-if/simulation.ts'
import { type Placer, placedByAccountOwner, placedByCustomer } from '../../../resources/orders/what-if/simulators.ts'
import { readableNames } from '../../derive/rights/ability.ts'
import { readableBy } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { today } from '../../platform/clock.ts'
import { demandAccounts } from '../account-sbus.ts'
import { pastTasks } from '../approvals/past-tasks.ts'
import { customerToSimulateFor } from '../pad/order-customers.ts'
import { loadOrderFacts } from '../quote/order-facts.ts'
import type { QuoteReader } from '../quote/quote-reader.ts'
import { answerQuote } from '../quote/quotes.ts'
import { dryRun } from './change-impact.ts'
import { customerExistedOn, mastersAsOf, rowsUsedBy } from './masters-as-of.ts'

/**
 * Quotes an order of any day, with the usual duration of its approvals. A past day uses the masters of that day, or with
 * `masters: 'NOW'` the current ones; stock, credit and promotion uses are always current. Writes nothing.
 */
export async function simulateSent(
  db: Knex,
  { orderDate, placedBy, masters, ...sent }: OrderToSimulate,
  person: Person,
): Promise<Simulation> {
  const input = orderInput(sent, person)
  await customerToSimulateFor(db, person, input.customerId)
  const trial = { input, orderDate, person, placedBy }
  const byNow = async (masters: 'NOW' | 'UNKNOWN') => ({ ...(await simulate(db, trial)), masters, changedSince: null })
  if (masters === 'NOW' || orderDate >= today()) return byNow('NOW')
  // The masters from before this customer existed cannot be reconstructed.
  if (!(await customerExistedOn(db, input.customerId, orderDate))) return byNow('UNKNOWN')
  return dryRun(db, async trx => {
    const rewound = await mastersAsOf(trx, input, orderDate)
    const quoted = await simulate(trx, trial)
    const past = { ...quoted, masters: 'THEN' as const, changedSince: null }
    if (person.userType !== 'EMPLOYEE') return past
    const traces = [
      ...quoted.lines.flatMap(({ priceTrace, sourceTrace }) => [priceTrace, sourceTrace]),
      ...quoted.approvals.map(({ trace }) => trace),
    ]
    return { ...past, changedSince: rowsUsedBy(rewound, traces) }
  })
}

interface Trial {
  input: OrderInput
  orderDate: string
  person: Person
  placedBy: Placer
}

async function simulate(
  db: Knex,
  { input, orderDate, person, placedBy }: Trial,
): Promise<Omit<Simulation, 'masters' | 'changedSince'>> {
  const placer: Record<Placer, QuoteReader['placedBy']> = {
    ME: () => person,
    CUSTOMER: () => placedByCustomer,
    ACCOUNT_OWNER: placedByAccountOwner,
  }
  const facts = await loadOrderFacts(db, input, orderDate)
  await demandAccounts(db, person, facts, input.lines)
  const quoted = await answerQuote(db, facts, input, { person, placedBy: placer[placedBy], reads: readableColumns })
  const usual = usualHours(await pastTasks(db, [...facts.sbus.keys()]))
  return {
    ...quoted,
    orderDate,
    // A simulation has no purchase order.
    faults: quoted.faults.filter(({ code }) => !code.startsWith('PO_')),
    approvals: quoted.approvals.map(({ sbuId, ...ahead }) => ({
      ...ahead,
      usual: usual.get(`${sbuId}/${ahead.step}`) ?? null,
    })),
  }
}

/** The readable columns; people who maintain masters read no orders and see the columns that employees see. */
const readableColumns = (person: Person, resource: Resource) =>
  person.ability.can('read', resource.path) ? readableBy(person, resource) : readableNames(resource)
