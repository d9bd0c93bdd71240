import { setTimeout as pause } from 'node:timers/promises'
import { sum } from '../../../resources/define/amounts.ts'
import { quantityText } from '../../../resources/define/show.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { ItemCancelMessage } from '../../../resources/sap/messages.ts'
import {
  collectionRows,
  expandedRows,
  fromSapQuantity,
  odataLiteral,
  optionalText,
  requiredText,
  type SapRow,
  toSapQuantity,
} from '../http/odata.ts'
import { type Charged, inItsNames, inOrderNames, type OrderService, orderServiceOf } from '../http/order-services.ts'
import { SapError } from '../http/sap-error.ts'
import { readAnswer, type SapSession } from '../http/session.ts'

/** How much of an item stays to be delivered or was delivered, in thousandths, after it was closed. */
export interface ClosedItem {
  sapItemNo: string
  keptQty: number
}

/** A sales order that is changed in SAP. */
export type ChangedOrder = Charged & { sapOrderNo: string }

/** A change of one entity of the service, in the names of A_SalesOrder; its path is below the service. */
export interface EntityChange {
  path: string
  body: SapRow
}

/**
 * How often, and until when, a change is made anew from a fresh reading when somebody changed the sales order in between:
 * well within the time for which a sender may hold its messages.
 */
const triesWhenOutrun = 5
const triesWithinMs = 40_000

/**
 * Changes a sales order as it stands now: reads it, asks which changes that needs, and makes them in one, all or none,
 * guarded by its etag, which its items share. Answered 412 or 428, it reads again. Makes no call where
 * nothing is left to change.
 */
export async function changeSalesOrder(
  session: SapSession,
  changed: ChangedOrder,
  changesOf: (order: SapRow) => readonly EntityChange[],
): Promise<void> {
  const end = performance.now() + triesWithinMs
  for (let turn = 1; ; turn++) {
    try {
      return await changeOnce(session, changed, changesOf)
    } catch (error) {
      const mayTryAgain = turn < triesWhenOutrun && performance.now() < end
      if (!(error instanceof SapError && error.isOutrun && mayTryAgain)) throw error
      // Others write to it just now; not all at the same moment again.
      await pause(turn * (50 + 100 * Math.random()))
    }
  }
}

async function changeOnce(
  session: SapSession,
  changed: ChangedOrder,
  changesOf: (order: SapRow) => readonly EntityChange[],
) {
  const of = orderServiceOf(changed)
  const answer = await session.get(`${of.service}/${orderPath(changed)}`, {
    $expand: 'to_Item,to_Item/to_ScheduleLine',
  })
  const order = readAnswer(answer.text, row => inOrderNames(of, row))
  const etag = (order.__metadata as { etag?: string } | undefined)?.etag ?? answer.headers.get('etag') ?? '*'
  const headers = { 'If-Match': etag }
  const changes = readAnswer(answer.text, () => changesOf(order)).map(({ path, body }) => ({
    ...{ path, headers },
    body: inItsNames(of, body),
  }))
  const [first] = changes
  if (!first) return
  if (changes.length > 1) await session.modifyTogether(of.service, changes)
  else await session.modify('PATCH', `${of.service}/${first.path}`, first.body, headers)
}

/**
 * Closes items of one sales order in one change. What is closed already needs none, and what SAP has delivered stays.
 * Throws BUSINESS for an item of which nothing is left to cancel.
 */
export async function cancelItemsInSap(
  session: SapSession,
  messages: readonly ItemCancelMessage[],
): Promise<ClosedItem[]> {
  const [first] = messages as [ItemCancelMessage]
  let closed: ClosedItem[] = []
  await changeSalesOrder(session, first, order => {
    const items = new Map(
      expandedRows(order.to_Item).map(item => [itemNo(requiredText(item.SalesOrderItem, 'SalesOrderItem')), item]),
    )
    const plans = messages.map(message => closing(message, items.get(itemNo(message.sapItemNo))))
    closed = plans.map(({ closed }) => closed)
    return plans.flatMap(({ change }) => (change ? [change] : []))
  })
  return closed
}

function closing(message: ItemCancelMessage, item: SapRow | undefined) {
  const { sapItemNo, rejectionCode, remainingQty } = message
  // SAP itself says of an item that is gone that it has none.
  const { qty, delivered, isRejected } = item ? stateOf(item) : { qty: Infinity, delivered: 0, isRejected: false }
  const keptQty = Math.max(remainingQty ?? 0, delivered)
  const closed = { sapItemNo, keptQty }
  if (isRejected || (remainingQty !== null && qty <= remainingQty)) return { closed, change: null }
  if (delivered >= qty) {
    const amount = quantityText(delivered)
    throw new SapError(
      'BUSINESS',
      `SAP has delivered all ${amount} of item ${Number(sapItemNo)}: nothing is left to cancel.`,
    )
  }
  const body =
    remainingQty === null ? { SalesDocumentRjcnReason: rejectionCode } : { RequestedQuantity: toSapQuantity(keptQty) }
  return { closed, change: { path: itemPath(message, sapItemNo), body } }
}

const stateOf = (item: SapRow) => ({
  qty: fromSapQuantity(item.RequestedQuantity),
  delivered: sum(collectionRows(item.to_ScheduleLine).map(row => fromSapQuantity(row.DeliveredQtyInOrderQtyUnit))),
  isRejected: optionalText(item.SalesDocumentRjcnReason) !== null,
})

/** The path of a sales order below its service. */
export const orderPath = (order: ChangedOrder) =>
  `${orderServiceOf(order).order}(${odataLiteral(sapCode(order.sapOrderNo))})`

/** The path of an item below its service. */
export function itemPath(order: ChangedOrder, sapItemNo: string): string {
  const of = orderServiceOf(order)
  return `${of.item}(${keysOf(of, order, sapItemNo)})`
}

/** The key of an item, with which that of its schedule lines begins. */
export function keysOf({ names }: OrderService, { sapOrderNo }: ChangedOrder, sapItemNo: string): string {
  const { SalesOrder = 'SalesOrder', SalesOrderItem = 'SalesOrderItem' } = names
  return `${SalesOrder}=${odataLiteral(sapCode(sapOrderNo))},${SalesOrderItem}=${odataLiteral(itemNo(sapItemNo))}`
}
