import { type SimulatedHold, simulatedHolds } from '../../../resources/platform/simulated-sap.ts'
import { collectionRows } from '../../sap/http/odata.ts'
import { changedItem } from '../sap/order-changes.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import { deliveriesOf, orderOf } from './deliveries.ts'
import { Refused } from './refused.ts'

/** Somebody in SAP holds a sales order, an item or a delivery of it, or lifts that with an empty code. */
export interface HoldCommand {
  salesOrder: string
  by: SimulatedHold
  /** Lifts it where it is empty or left out. */
  code?: string
  /** Of what is held by item; 10 without. */
  item?: number
}

/** Sets or lifts a hold; returns what was done, as a sentence. Throws Refused where there is no such document. */
export function setHold(
  store: SimulatorStore,
  { salesOrder, by, code = '', item = 10 }: HoldCommand,
  at: string,
): string {
  const { of, field, lifted } = simulatedHolds[by]
  const value = code === '' ? lifted : code
  const order = orderOf(store, salesOrder)
  if (of === 'delivery') holdDeliveries(store, salesOrder, { [field]: value }, at)
  else if (!store.changeOrder(order, heldOrder(order, of, { [field]: value }, item), at))
    throw new Refused(`Sales order ${salesOrder} was changed meanwhile.`)
  return `${field} of sales order ${salesOrder} is ${value === '' ? 'empty' : value} now.`
}

function heldOrder(order: StoredOrder, of: 'order' | 'item' | 'schedule', set: SapRecord, itemNo: number) {
  const { body, items } = order
  if (of === 'order') return { body: { ...body, ...set }, items }
  const item = items.find(row => Number(row.SalesOrderItem) === itemNo)
  if (!item) throw new Refused(`Sales order ${order.salesOrder} has no item ${itemNo}.`)
  const held =
    of === 'item'
      ? changedItem(body, item, set, {})
      : { ...item, to_ScheduleLine: { results: collectionRows(item.to_ScheduleLine).map(row => ({ ...row, ...set })) } }
  return { body, items: items.map(row => (row === item ? held : row)) }
}

function holdDeliveries(store: SimulatorStore, salesOrder: string, set: SapRecord, at: string) {
  const open = deliveriesOf(store, salesOrder).filter(row => row.OverallGoodsMovementStatus !== 'C')
  if (open.length === 0) throw new Refused(`Sales order ${salesOrder} has no delivery whose goods are still there.`)
  for (const row of open) store.entities.change('A_OutbDeliveryHeader', { ...row, ...set }, at)
}

/** Whether SAP delivers nothing of an order by itself: its credit, its approval or a block stops it. */
export const isHeld = ({ body }: StoredOrder): boolean =>
  ['B', 'C'].includes(String(body.TotalCreditCheckStatus ?? '')) ||
  ['A', 'D'].includes(String(body.SalesDocApprovalStatus ?? '')) ||
  Boolean(body.DeliveryBlockReason)
