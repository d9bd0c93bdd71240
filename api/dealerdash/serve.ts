import { showDistributors } from '../../resources/dealerdash/commands.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { distributorDashboard } from './dashboard.ts'

/** What people ask of distributors, besides their targets. */
export const distributorCommands: readonly Bound[] = [
  bind(showDistributors, (asked, { trx, person }) => distributorDashboard(trx, person, asked)),
]
