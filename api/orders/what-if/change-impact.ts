import type { Knex } from 'knex'
import { isConfirmed } from '../../../resources/define/confirmation.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { pick } from '../../../resources/define/pick.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { type Order, order, order as orders } from '../../../resources/orders/order.ts'
import {
  type Fate,
  type OrderOutcome,
  orderDifference,
  summarise,
  type WhatIfAnswer,
} from '../../../resources/orders/what-if/what-if.ts'
import { rolesHeldBy } from '../../access-control/roles-held.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { awaitsConfirmation } from '../../derive/save/awaits-confirmation.ts'
import { applyProposed } from '../../derive/save/confirm.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { approvalsAhead } from '../approvals/approvals-ahead.ts'
import { inputOfOrder } from '../order-as-input.ts'
import { loadOrderFacts, type OrderFacts } from '../quote/order-facts.ts'
import { quote } from '../quote/quote.ts'
import { type AffectedOrder, type ChangedRow, ordersAffectedBy, rowsInOpenLines } from './affected-orders.ts'
import { fateOf } from './fate.ts'

const OF_LINE = ['priceSource', 'netPrice', 'priceUnit', 'limitPrice', 'sourceRule', 'grossValue'] as const

/** The most orders that are listed one by one. */
const SHOWN = 100
/** The number of orders that are compared before the event loop is yielded. */
const AT_ONCE = 5

/** Rows of a price, limit or sourcing master that would be changed, and the function that saves some of them. */
export interface MasterChange<Changed extends ChangedRow> {
  resource: Resource
  /** The rows of a file are read once, one after the other: there may be more than fit in memory. */
  rows: Iterable<Changed>
  save: (trx: Knex.Transaction, rows: readonly Changed[]) => Promise<unknown>
}

/**
 * Calculates what a change of masters would do to open orders and drafts: prices, sources and routes each matching
 * order with and without the changed rows, which are saved in transactions that are rolled back. Lists only the orders
 * that the person may read.
 */
export async function masterChangeImpact<Changed extends ChangedRow>(
  db: Knex,
  person: Person,
  change: MasterChange<Changed>,
): Promise<WhatIfAnswer> {
  const rows = Array.isArray(change.rows) ? change.rows : await rowsInOpenLines(db, change.resource, change.rows)
  const { orders, named } = await ordersAffectedBy(db, change.resource, rows)
  const matchingRows = orders.flatMap(({ rows }) => [...rows])
  const day = [today(), ...matchingRows.flatMap(effectiveDays)].sort().at(-1)!
  const differences = await compareOrders(db, orders, { ...change, rows }, day)
  const readable = await readableAmong(
    db,
    person,
    differences.map(({ id }) => id),
  )
  return {
    ...summarise(differences),
    waits: await awaitsConfirmation(db, change.resource, rows, person),
    looked: { orders: orders.length, lines: orders.reduce((sum, { lines }) => sum + lines, 0) },
    named,
    day,
    touched: differences.filter(({ id }) => readable.has(id)).slice(0, SHOWN),
  }
}

/** The days on which the change takes effect: the first of the row, and the day after its last where that moves up. */
function effectiveDays({ before, row }: ChangedRow): string[] {
  const { validFrom, validTo } = row as { validFrom?: string; validTo?: string }
  const ends = validTo && before && String(before.validTo) > validTo ? [addDays(validTo, 1)] : []
  return validFrom ? [validFrom, ...ends] : ends
}

/** Runs work in a transaction that is always rolled back, and returns its result. */
export async function dryRun<Result>(db: Knex, work: (trx: Knex.Transaction) => Promise<Result>): Promise<Result> {
  const rollback = new Error('rolled back')
  let result: Result | undefined
  await transact(db, async trx => {
    result = await work(trx)
    throw rollback
  }).catch(error => {
    if (error !== rollback) throw error
  })
  return result as Result
}

/** Compares each order without and with the changed rows, in small groups. */
async function compareOrders<Changed extends ChangedRow>(
  db: Knex,
  affected: readonly AffectedOrder<Changed>[],
  change: MasterChange<Changed> & { rows: readonly Changed[] },
  day: string,
) {
  const differences = []
  for (let start = 0; start < affected.length; start += AT_ONCE) {
    const batch = affected.slice(start, start + AT_ONCE)
    const rows = new Set(batch.flatMap(order => [...order.rows]))
    const before = await orderOutcomes(db, batch, day)
    const after = await dryRun(db, async trx => {
      await saveSettled(
        trx,
        change,
        change.rows.filter(row => rows.has(row)),
      )
      return { outcomes: await orderOutcomes(trx, batch, day), fates: await fatesOf(trx, batch, change.resource) }
    })
    for (const { id, orderNo, status, customer } of batch) {
      const difference = orderDifference(before.get(id)!, after.outcomes.get(id)!, after.fates.get(id) ?? null)
      if (difference) differences.push({ id, orderNo, status, customer, isDraft: status === 'DRAFT', ...difference })
    }
    await yieldToOthers()
  }
  return differences
}

/** What becomes of orders that wait for a decision, now that the rows are changed. */
async function fatesOf<Changed extends ChangedRow>(
  trx: Knex,
  affected: readonly AffectedOrder<Changed>[],
  resource: Resource,
) {
  const fates = new Map<number, Fate | null>()
  const rows = new Map(affected.map(({ id, rows }) => [id, rows]))
  for (const order of await rowsOf(trx, orders, all => all.whereIn('id', [...rows.keys()]))) {
    const ids = [...rows.get(order.id)!].flatMap(({ before }) => (before ? [Number(before.id)] : []))
    fates.set(order.id, await fateOf(trx, order, resource, new Set(ids)))
  }
  return fates
}

/** Saves rows, gives those that wait the status that they would get, and puts proposed changes in force. */
async function saveSettled<Changed extends ChangedRow>(
  trx: Knex.Transaction,
  { resource, save }: Omit<MasterChange<Changed>, 'rows'>,
  rows: readonly Changed[],
) {
  const table = tableOf(resource)
  const [{ last }] = (await trx(table).max({ last: 'id' })) as [{ last: number | null }]
  await save(trx, rows)
  const ids = rows.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  for (const [name, counts] of Object.entries(resource.whatIf!.once ?? {}))
    await trx(table)
      .where(any => any.where('id', '>', last ?? 0).orWhereIn('id', ids))
      .where(name, resource.fields[name]!.default as string)
      .update({ [name]: counts })
  if (!isConfirmed(resource)) return
  const proposed = await rowsOf(trx, resource, query =>
    query.whereIn('id', ids).where('confirmStatus', 'CHANGE_PENDING'),
  )
  for (const row of proposed as StoredRow[])
    await applyProposed(trx, resource, row, systemAuthor('The impact of a change'))
}

/** The ids of those orders that the person may read. */
async function readableAmong(db: Knex, person: Person, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0 || !person.ability.can('read', order.path)) return new Set()
  return new Set(await restrict(db('order').whereIn('order.id', ids), db, order, person, 'read').pluck('order.id'))
}

/** Prices, sources and routes saved orders again as of a day; returns the outcomes by order id. */
async function orderOutcomes(
  db: Knex,
  references: readonly { id: number }[],
  day: string,
): Promise<ReadonlyMap<number, OrderOutcome>> {
  const ids = references.map(({ id }) => id)
  const outcomes = new Map<number, OrderOutcome>()
  for (const order of await rowsOf(db, orders, rows => rows.whereIn('id', ids))) {
    outcomes.set(order.id, await outcomeOf(db, order, day))
    await yieldToOthers()
  }
  return outcomes
}

async function outcomeOf(db: Knex, order: Order, day: string): Promise<OrderOutcome> {
  const input = await inputOfOrder(db, order)
  const facts = await loadOrderFacts(db, input, day, order.id)
  const quoted = quote(facts, input)
  const placer = await placerOf(db, order.placedById)
  const owner = { person: { id: order.placedById }, placedBy: () => placer }
  return {
    lines: quoted
      .flatMap(({ lines }) => lines)
      .map(line => ({
        ...pick(line, OF_LINE),
        lineNo: (line.index + 1) * 10,
        product: facts.products.get(line.input.productId)!.code,
        plant: plantText(facts, line.plantId),
      })),
    approvals: await approvalsAhead(db, facts, input, quoted, owner),
  }
}

function plantText({ plants }: OrderFacts, id: number | null) {
  const plant = id === null ? undefined : plants.get(id)
  return plant ? `${plant.code} ${plant.name}` : null
}

async function placerOf(db: Knex, userId: number) {
  const login: { employeeId: number | null } | undefined = await db('user').where({ id: userId }).first('employeeId')
  return { employeeId: login?.employeeId ?? null, roles: await rolesHeldBy(db, userId) }
}
