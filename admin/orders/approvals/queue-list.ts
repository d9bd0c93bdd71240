import type { Queue } from '../../../resources/orders/approvals/queues.ts'
import type { QueueRow } from '../../../resources/orders/queue-row.ts'

/** What the table and the cards of a queue show, and what they tell. */
export interface QueueList {
  queue: Queue
  rows: readonly QueueRow[]
  /** Ids of the orders that are chosen to be approved together; null where they are decided one by one. */
  chosen: ReadonlySet<number> | null
  onChoose: (orderIds: readonly number[], on: boolean) => void
  onOpen: (row: QueueRow) => void
  sort: string
  onSort: (column: string) => void
  /** Others decide here: tells who. */
  inScope: boolean
}
