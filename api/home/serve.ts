import { countTiles, showTrends } from '../../resources/home/commands.ts'
import { findRecords } from '../../resources/palette/commands.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import { recordsLike } from '../palette/palette.ts'
import { tileCounts } from './home.ts'
import { homeTrends } from './trends.ts'

/** What the home page and the command palette ask. */
export const homeCommands: readonly Bound[] = [
  bind(countTiles, (_, { trx, person }) => tileCounts(trx, person)),
  bind(showTrends, (_, { trx, person }) => homeTrends(trx, person)),
  bind(findRecords, ({ q }, { trx, person }) => recordsLike(trx, person, q)),
]
