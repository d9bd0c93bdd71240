import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import * as whatIf from '../../../resources/orders/what-if/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict } from '../../platform/errors.ts'
import { contextOf } from '../pad/order-context.ts'
import { customersLike, customerToSimulateFor } from '../pad/order-customers.ts'
import { productsLike, productsNamed } from '../pad/order-products.ts'
import { rowsUsed } from '../quote/rows-used.ts'
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
