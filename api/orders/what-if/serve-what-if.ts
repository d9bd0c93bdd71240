import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import type { RowNow, RowsNow, showRowsUsed } from '../../../resources/orders/what-if/commands.ts'
import * as whatIf from '../../../resources/orders/what-if/commands.ts'
import { resources } from '../../../resources/registry.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict } from '../../platform/errors.ts'
import { contextOf } from '../pad/order-context.ts'
import { customersLike, customerToSimulateFor } from '../pad/order-customers.ts'
import { productsLike, productsNamed } from '../pad/order-products.ts'
import { findRuleGaps, lastGapCheck, recheckRuleGap } from './find-rule-gaps.ts'
import { coverageOf } from './rule-coverage.ts'
import { simulateSent } from './simulations.ts'
import { impactOf } from './what-if.ts'

/** Checks the masters for rule gaps now; or one gap again, for everybody who reads it, and tells whether it is closed. */
async function checkRuleGaps(db: Knex, person: Person, id: number | null) {
  if (id !== null) return recheckRuleGap(db, id)
  requireRight(person, ruleGap, 'approve')
  const result = await findRuleGaps(db)
  if (!result) throw conflict('STILL_RUNNING', 'A check is already running: try again in a moment')
  return { ...result, checkedAt: await lastGapCheck(db) }
}

/** What a simulation asks as the order pad does, and what is asked about rules and the rows behind decisions. */
export const whatIfCommands = (app: Application): readonly Bound[] => [
  bind(whatIf.findCustomersToSimulate, ({ q }, { trx, person }) => customersLike(trx, person, q ?? '')),
  bind(whatIf.showSimulationContext, ({ customerId }, { trx, person }) =>
    contextOf(trx, person, customerId, customerToSimulateFor),
  ),
  bind(whatIf.findProductsToSimulate, (asked, { trx, person }) =>
    productsLike(trx, person, asked, customerToSimulateFor),
  ),
  bind(whatIf.listProductsToSimulate, (asked, { trx, person }) =>
    productsNamed(trx, person, asked, customerToSimulateFor),
  ),
  bind(whatIf.showRowsUsed, (asked, { trx, person }) => rowsUsed(trx, person, asked)),
  bind(whatIf.showGapCheck, async (_, { trx }) => ({ checkedAt: await lastGapCheck(trx) })),
  bind(whatIf.checkGaps, ({ id }, { trx, person }) => checkRuleGaps(trx, person, id)),
  bind(whatIf.simulateOrder, (asked, { trx, person }) => simulateSent(trx, asked, person)),
  bind(whatIf.previewChange, (asked, { trx, call }) => impactOf(app, trx, asked, call)),
  bind(whatIf.showCoverage, (asked, { trx, person }) => coverageOf(trx, asked, person)),
]

/**
 * The current versions of the rows of a stored trace and who changed them, so that a screen can mark rows that changed
 * since. Leaves out rows that the person may not read.
 */
async function rowsUsed(db: Knex, person: Person, { rows: requested }: BodyOf<typeof showRowsUsed>): Promise<RowsNow> {
  const rows: RowNow[] = []
  for (const [name, own] of Map.groupBy(requested, ({ resource }) => resource)) {
    const resource = resources.find(each => each.name === name && person.ability.can('read', each.path))
    if (resource) rows.push(...(await currentRows(db, resource, [...new Set(own.map(({ id }) => id))], person)))
  }
  const ids = [...new Set(requested.map(({ changedById }) => changedById))].filter(id => id !== null)
  const people: { id: number; name: string }[] = await db('user').whereIn('id', ids).select('id', 'name')
  return { rows, people: Object.fromEntries(people.map(({ id, name }) => [id, name])) }
}

async function currentRows(db: Knex, resource: Resource, ids: number[], person: Person): Promise<RowNow[]> {
  const table = tableOf(resource)
  const versions = await restrict(db(table).whereIn(`${table}.id`, ids), db, resource, person, 'read')
    .leftJoin('user as changer', 'changer.id', `${table}.updatedById`)
    .select(
      `${table}.id`,
      `${table}.rowVersion`,
      `${table}.updatedAt as changedAt`,
      'changer.name as changedBy',
      ...(resource.kind === 'master' ? [`${table}.isActive`] : []),
    )
  return versions.map(({ isActive = 1, ...row }) => ({ ...row, resource: resource.name, isActive: Boolean(isActive) }))
}
