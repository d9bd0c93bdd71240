import { showDistributors } from '../../resources/dealerdash/commands.ts'
import { bind } from '../derive/command/serve-commands.ts'
import type { Served } from '../derive/define-room.ts'
import { distributorDashboard } from './dashboard.ts'

/** The dashboard of distributors, and their targets. */
export const serve = (): Served => ({
  commands: [bind(showDistributors, (asked, { trx, person }) => distributorDashboard(trx, person, asked))],
})
