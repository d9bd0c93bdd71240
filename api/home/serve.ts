import { countTiles, showMoneyFigures, showMyWork, showTrends } from '../../resources/home/commands.ts'
import { bind } from '../derive/command/serve-commands.ts'
import type { Served } from '../derive/define-room.ts'
import { tileCounts } from './home.ts'
import { homeMoney } from './money.ts'
import { myWork } from './my-work.ts'
import { homeTrends } from './trends.ts'

/** What the home page asks. */
export const serve = (): Served => ({
  commands: [
    bind(countTiles, (_, { trx, person }) => tileCounts(trx, person)),
    bind(showMyWork, (_, { trx, person }) => myWork(trx, person)),
    bind(showMoneyFigures, (_, { trx, person }) => homeMoney(trx, person)),
    bind(showTrends, (_, { trx, person }) => homeTrends(trx, person)),
  ],
})
