import type { OptionReader } from '../../../resources/option-words.ts'
import type { order } from '../../../resources/orders/order.ts'
import { openStates } from '../../../resources/orders/order-states.ts'
import { type OrderState, orderStates } from '../../../resources/trade.ts'
import type { Asked, Where } from '../../http/asked.ts'

/** What the list of orders shows, as held in the address. */
export interface HistoryState {
  /** The person's own drafts instead of submitted orders. */
  drafts: boolean
  q: string
  status: OrderState | typeof OPEN | typeof HELD | null
  sbu: number | null
  customer: number | null
  soldTo: number | null
  plant: number | null
  by: number | null
  from: string | null
  to: string | null
  po: string
  page: number
}

export const HISTORY_PAGE_SIZE = 25
/** Statuses outside the list: drafts have a tab of their own, the others a report. */
const unlisted: readonly OrderState[] = ['DRAFT', 'DELETED', 'DEAD']
export const listedStatuses = orderStates.filter(state => !unlisted.includes(state))
/** Stands for all statuses of an order that goes on. */
export const OPEN = 'OPEN'
/** Stands for the orders that SAP holds, which buyers read as being checked. */
export const HELD = 'HELD'

const numberIn = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)
const day = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null)

/** Parses the state from the address; invalid values count as not set. */
export function readHistory(query: URLSearchParams): HistoryState {
  const status = query.get('status')
  return {
    drafts: query.get('drafts') === 'mine',
    q: (query.get('q') ?? '').slice(0, 100),
    status: ([OPEN, HELD, ...listedStatuses] as const).find(state => state === status) ?? null,
    sbu: numberIn(query.get('sbu')),
    customer: numberIn(query.get('customer')),
    soldTo: numberIn(query.get('soldTo')),
    plant: numberIn(query.get('plant')),
    by: numberIn(query.get('by')),
    from: day(query.get('from')),
    to: day(query.get('to')),
    po: (query.get('po') ?? '').slice(0, 35),
    page: numberIn(query.get('page')) ?? 1,
  }
}

export function writeHistory({ drafts, page, ...state }: HistoryState): URLSearchParams {
  const query = new URLSearchParams()
  if (drafts) query.set('drafts', 'mine')
  for (const [name, value] of Object.entries(state)) if (value) query.set(name, String(value))
  if (page > 1) query.set('page', String(page))
  return query
}

/** The query to the API. */
export function historyRequest(
  { drafts, q, status, sbu, customer, soldTo, plant, by, from, to, po, page }: HistoryState,
  userId: number,
  reader: OptionReader,
): Asked<typeof order> {
  const where: Where<typeof order> = {
    ...(drafts ? { status: 'DRAFT', placedById: userId } : { status: statusesAsked(status) }),
    ...(!drafts && status === HELD && { [reader === 'buyer' ? 'buyerHold' : 'heldInSap']: { $ne: null } }),
    ...(sbu && { sbuId: sbu }),
    ...(customer && { customerId: customer }),
    ...(soldTo && { soldToId: soldTo }),
    ...(plant && { plantId: plant }),
    ...(by && !drafts && { placedById: by }),
    ...((from || to) && { orderDate: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(po && { customerPoNo: { $contains: po } }),
  }
  return { where, q, sort: { id: -1 }, most: HISTORY_PAGE_SIZE, skip: (page - 1) * HISTORY_PAGE_SIZE }
}

export const isHistoryFiltered = ({ q, status, sbu, customer, soldTo, plant, by, from, to, po }: HistoryState) =>
  Boolean(q || status || sbu || customer || soldTo || plant || by || from || to || po)

const statusesAsked = (status: HistoryState['status']) =>
  status === OPEN || status === HELD ? { $in: openStates } : (status ?? { $nin: unlisted })

export const unfilteredHistory = {
  q: '',
  status: null,
  sbu: null,
  customer: null,
  soldTo: null,
  plant: null,
  by: null,
  from: null,
  to: null,
  po: '',
  page: 1,
}
