import { dayOf } from '../../resources/define/dates.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import { type Tile, tileLinks } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { rowPathOf } from '../shell/screens.ts'

export const tileOf = ({ kind }: WorkItem): Tile => tiles.find(({ name }) => name === kind)!

/** The list of resources from which an item comes; undefined for orders of a queue and for whole lists. */
export const listOfItem = (item: WorkItem) => listOfTile(tileOf(item))

/** The paths of all lists whose rows are work: when one of them changes, the work is asked anew. */
export const workPaths = tiles.flatMap(tile => listOfTile(tile)?.path ?? [])

function listOfTile({ counts, work }: Tile) {
  if (work && 'who' in work && work.rows) return work.rows.list
  return 'list' in counts ? counts.list : undefined
}

/** The page on which a piece of work is done. */
export function addressOf(item: WorkItem): string {
  const { kind, id, opens } = item
  if (opens) return opens
  if (kind.startsWith('queue-')) return `/orders/order-history/${id}`
  const list = listOfItem(item)
  const all = tileLinks(tileOf(item), dayOf(new Date().toISOString())).all ?? '/'
  return (list && id > 0 && rowPathOf(list, id)) || all
}

/** What is done on that page. */
export function opensOf(item: WorkItem): string {
  const { work, label } = tileOf(item)
  return (
    (work && 'who' in work && work.opens?.label) ||
    `Open ${/^[A-Z]{2}/.test(label) ? label : label[0]!.toLowerCase() + label.slice(1)}`
  )
}
