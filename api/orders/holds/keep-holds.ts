import type { Knex } from 'knex'
import { afterOfficeHours } from '../../../resources/define/dates.ts'
import { BUYER_BLOCKED, HOURS_TO_HEAD, kindsOfHold } from '../../../resources/orders/holds/hold-kinds.ts'
import { type OrderHold, orderHold } from '../../../resources/orders/holds/order-hold.ts'
import type { SaidByOrder, SaidHold } from '../../../resources/orders/holds/said-hold.ts'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import type { OrderAction } from '../../../resources/orders/order-process.ts'
import { endedStates } from '../../../resources/orders/order-states.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateEach } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { publishChange } from '../../platform/live-changes.ts'
import { officeHolidays } from '../approvals/office-holidays.ts'
import { holdOrder, noteStep } from '../move-order.ts'
import { holdsInWords, lineNosOf, sentencesOf } from './hold-words.ts'
import { endHolds } from './let-holds-go.ts'
import { areaBlocks, centralBlocks, saidElsewhere } from './said-elsewhere.ts'
import { tellHolds } from './tell-holds.ts'

type WantedHold = SaidHold & { isOfOrder: boolean }

/**
 * Opens and ends the holds of an order as SAP has them now; `said` is what its order says, null where only others have
 * spoken. The history of the order notes it, desks that can help are told, and buyers read that it is being checked.
 * Several writers at once open a hold only once. Returns whether anything changed.
 */
export async function keepHolds(trx: Knex, order: Order, said: SaidByOrder | null, author: Author): Promise<boolean> {
  const open = await openHolds(trx, order.id)
  const wanted = await wantedHolds(trx, order, said, open)
  if (!differs(open, wanted)) return false
  await holdOrder(trx, order.id)
  // Read under the lock, since another writer may have opened the same meanwhile.
  const current = await rowsOf(trx, orderHold, rows =>
    rows.where({ orderId: order.id }).whereNull('endedAt').orderBy('id').forUpdate(),
  )
  const { fresh, gone, changed } = differences(current, wanted)
  await updateEach(trx, orderHold, changed, author)
  await endHolds(trx, gone, author)
  const opened = await openAll(trx, order, fresh, author)
  await noteHolds(trx, order, 'Released', gone, author)
  await noteHolds(trx, order, 'Held', opened, author)
  await tellHolds(trx, order, opened)
  publishChange(trx, { rows: { [orders.path]: [order.id] } })
  return true
}

const openHolds = (db: Knex, orderId: number): Promise<OrderHold[]> =>
  rowsOf(db, orderHold, rows => rows.where({ orderId }).whereNull('endedAt').orderBy('id'))

const isEnded = ({ status }: Order) => (endedStates as readonly string[]).includes(status)

async function wantedHolds(
  db: Knex,
  order: Order,
  said: SaidByOrder | null,
  open: readonly OrderHold[],
): Promise<WantedHold[]> {
  if (isEnded(order)) return []
  const untold = open.filter(({ isOfOrder, kind }) => isOfOrder && !said?.tells.includes(kind))
  const ofOrder = [...(said?.holds ?? []), ...untold]
  const all = [
    ...ofOrder.map(hold => ({ ...hold, isOfOrder: true })),
    ...(await saidElsewhere(db, order)).map(hold => ({ ...hold, isOfOrder: false })),
  ]
  const byKey = new Map<string, WantedHold>()
  for (const { kind, code, orderLineId, day, isOfOrder } of all) {
    const key = keyOf({ kind, code, orderLineId })
    const other = byKey.get(key)
    if (!other) byKey.set(key, { kind, code, orderLineId, day, isOfOrder })
    else if (day !== null && (other.day === null || day < other.day)) other.day = day
  }
  return [...byKey.values()]
}

const keyOf = ({ kind, code, orderLineId }: Pick<SaidHold, 'kind' | 'code' | 'orderLineId'>) =>
  `${orderLineId ?? ''}/${kind}/${code}`

function differences(open: readonly OrderHold[], wanted: readonly WantedHold[]) {
  const wantedByKey = new Map(wanted.map(hold => [keyOf(hold), hold]))
  const openKeys = new Set(open.map(keyOf))
  return {
    fresh: wanted.filter(hold => !openKeys.has(keyOf(hold))),
    gone: open.filter(hold => !wantedByKey.has(keyOf(hold))),
    changed: open.flatMap(before => {
      const hold = wantedByKey.get(keyOf(before))
      if (!hold || (hold.day === before.day && hold.isOfOrder === before.isOfOrder)) return []
      return [{ before, asked: { day: hold.day, isOfOrder: hold.isOfOrder } }]
    }),
  }
}

function differs(open: readonly OrderHold[], wanted: readonly WantedHold[]): boolean {
  const { fresh, gone, changed } = differences(open, wanted)
  return fresh.length + gone.length + changed.length > 0
}

async function openAll(
  trx: Knex,
  { id: orderId }: Order,
  holds: readonly WantedHold[],
  author: Author,
): Promise<OrderHold[]> {
  if (holds.length === 0) return []
  const since = now()
  const dueAt = afterOfficeHours(since, HOURS_TO_HEAD, await officeHolidays(trx))
  const rows = holds.map(hold => ({ ...hold, orderId, since, dueAt, openKey: `${orderId}/${keyOf(hold)}` }))
  return insertRows(trx, orderHold, rows, author)
}

/** Writes holds that began or ended to the history of the order; what is inside the house apart from what buyers read. */
async function noteHolds(
  trx: Knex,
  { id, status }: Order,
  what: 'Held' | 'Released',
  holds: readonly OrderHold[],
  author: Author,
) {
  const words = await holdsInWords(
    trx,
    holds.map(one => one.id),
  )
  const lineNos = await lineNosOf(trx, holds)
  for (const [isInner, some] of Map.groupBy(holds, ({ kind }) => kindsOfHold[kind].isInner === true)) {
    const step: OrderAction = isInner ? `sap${what}Inside` : `sap${what}`
    const remark = sentencesOf(some, words, lineNos).join('. ').slice(0, 500)
    await noteStep(trx, id, { step, from: status, remark }, status, author)
  }
}

/** Keeps the holds of orders of which a delivery, a customer or a warning said something new, one after the other. */
export async function keepHoldsOf(trx: Knex, orderIds: readonly number[], author: Author): Promise<void> {
  const ids = [...new Set(orderIds)].sort((one, other) => one - other)
  for (const order of await rowsOf(trx, orders, rows => rows.whereIn('id', ids).orderBy('id')))
    await keepHolds(trx, order, null, author)
}

/** Keeps the holds of the open orders of these customers where a block of theirs came, changed or went. */
export async function keepHoldsOfCustomers(trx: Knex, customerIds: readonly number[], author: Author): Promise<void> {
  const blocked = trx('customer')
    .whereIn('id', [...customerIds])
    .where(any => centralBlocks.reduce((rows, column) => rows.orWhereNotNull(column), any))
  const inArea = trx('customer_sales_area')
    .whereIn('customerId', [...customerIds])
    .where(any => areaBlocks.reduce((rows, column) => rows.orWhereNotNull(column), any))
  const held = trx('order_hold').where({ kind: BUYER_BLOCKED }).whereNull('endedAt')
  const ids: number[] = await trx('order')
    .whereIn('soldToId', [...customerIds])
    .whereIn('status', ['CONFIRMED', 'PARTIALLY_DISPATCHED'])
    .where(any =>
      any
        .whereIn('soldToId', blocked.select('id'))
        .orWhereIn('soldToId', inArea.select('customerId'))
        .orWhereIn('id', held.select('orderId')),
    )
    .pluck('id')
  await keepHoldsOf(trx, ids, author)
}
