import type { QueueRow } from '../../../resources/orders/approvals/queue-row.ts'
import type { Queue } from '../../../resources/orders/approvals/queues.ts'

/** What the table and the cards of a queue show, and their callbacks. */
export interface QueueList {
  queue: Queue
  rows: readonly QueueRow[]
  /** Ids of the orders selected to be approved together; null where orders are decided one by one. */
  selected: ReadonlySet<number> | null
  onSelect: (orderIds: readonly number[], on: boolean) => void
  onOpen: (row: QueueRow) => void
  sort: string
  onSort: (column: string) => void
  /** The list shows orders that others decide: names the deciders. */
  inScope: boolean
}
