import type { SentOf } from '../../../resources/define/command.ts'
import type { listQueue } from '../../../resources/orders/approvals/commands.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import { pageOf, partOf } from '../../http/asked.ts'

/** What a queue shows, as held in the address. */
export interface QueueState {
  /** All orders the person may read, instead of those they are to decide. */
  inScope: boolean
  sbu: number | null
  customer: number | null
  overdue: boolean
  /** A column, with a minus before it for descending order. */
  sort: string
  page: number
  /** The order opened beside the list. */
  order: number | null
}

export const QUEUE_PAGE_SIZE = 50
const FIRST = 'dueAt'

const numberIn = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** Parses the state from the address; invalid values count as not set. */
export const readQueue = (query: URLSearchParams): QueueState => ({
  inScope: query.get('of') === 'scope',
  sbu: numberIn(query.get('sbu')),
  customer: numberIn(query.get('customer')),
  overdue: query.get('overdue') === 'yes',
  sort: /^-?[a-zA-Z]{1,20}$/.test(query.get('sort') ?? '') ? query.get('sort')! : FIRST,
  page: numberIn(query.get('page')) ?? 1,
  order: numberIn(query.get('order')),
})

export function writeQueue({ inScope, overdue, sort, page, ...ids }: QueueState): URLSearchParams {
  const query = new URLSearchParams()
  if (inScope) query.set('of', 'scope')
  if (overdue) query.set('overdue', 'yes')
  if (sort !== FIRST) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  for (const [name, id] of Object.entries(ids)) if (id !== null) query.set(name, String(id))
  return query
}

/** The query to the API. */
export const queueRequest = (
  step: ApprovalStep,
  { inScope, sbu, customer, overdue, sort, page }: QueueState,
): SentOf<typeof listQueue> => ({
  step,
  ...(inScope && { of: 'scope' as const }),
  ...(sbu && { sbuId: sbu }),
  ...(customer && { customerId: customer }),
  ...(overdue && { overdue: true }),
  ...partOf({ sort: { [sort.replace('-', '')]: sort.startsWith('-') ? -1 : 1 } }),
  ...pageOf(QUEUE_PAGE_SIZE, page),
})

export const unfilteredQueue = { sbu: null, customer: null, overdue: false, page: 1 }
export const isQueueFiltered = ({ sbu, customer, overdue }: QueueState) => Boolean(sbu || customer || overdue)
