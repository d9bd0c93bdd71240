import * as whatIf from '../../../resources/orders/what-if/commands.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { contextOf } from '../pad/order-context.ts'
import { customersLike, customerToSimulateFor } from '../pad/order-customers.ts'
import { productsLike, productsNamed } from '../pad/order-products.ts'
import { rowsUsed } from '../quote/rows-used.ts'
import { lastGapCheck } from './find-rule-gaps.ts'
import { checkRuleGaps } from './rule-gap-checks.ts'

/** What a simulation asks as the order pad does, and what is asked about rules and the rows behind decisions. */
export const whatIfCommands: readonly Bound[] = [
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
]
