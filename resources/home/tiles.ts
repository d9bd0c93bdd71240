import type { Tile } from './tile.ts'
import { administrationTiles } from './tiles/administration.ts'
import { queueTiles } from './tiles/decisions.ts'
import { dispatchTiles } from './tiles/dispatch.ts'
import { holdTiles } from './tiles/holds.ts'
import { masterTiles } from './tiles/masters.ts'
import { moneyTiles } from './tiles/money.ts'
import { orderTiles } from './tiles/orders.ts'
import { serviceTiles } from './tiles/service.ts'

/** Every number that stands on somebody's home page, in order. */
export const tiles: readonly Tile[] = [
  ...queueTiles,
  ...orderTiles,
  ...holdTiles,
  ...dispatchTiles,
  ...moneyTiles,
  ...serviceTiles,
  ...masterTiles,
  ...administrationTiles,
]
