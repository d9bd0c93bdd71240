import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { sendFile } from '../files.ts'
import { withinSeconds } from '../limits.ts'
import type { Answer, ApiClient, TestPortal } from '../portal.ts'

export const idempotencyHeader = () => ({ 'idempotency-key': randomUUID() })

/** Order lines in units of people: product code, quantity in sales units, manual discount in percent. */
type Lines = readonly (readonly [code: string, qty: number, pct: number])[]

/** The order input of asha for the customer of the worked example: 100 of LS-1001 at 4 % manual discount. */
export const exampleOrderInput = async (portal: TestPortal, asha: ApiClient, lines: Lines = [['LS-1001', 100, 4]]) =>
  orderInputFor(portal, asha, await exampleCustomer(portal), lines)

/** The input of an order for a customer, to their first delivery address. */
export async function orderInputFor(
  portal: TestPortal,
  who: ApiClient,
  customer: { id: number },
  lines: Lines,
  orderTypeCode = 'STD',
) {
  const { body: context } = await who.get(`/api/order-context?customerId=${customer.id}`)
  const orderType = await portal.db('order_type').where({ code: orderTypeCode }).first('id')
  const products: { id: number; code: string }[] = await portal
    .db('products')
    .whereIn(
      'code',
      lines.map(([code]) => code),
    )
    .select('id', 'code')
  const idOf = (code: string) => products.find(product => product.code === code)!.id
  return {
    customerId: customer.id,
    shipToId: context.shipTos[0].id as number,
    orderTypeId: orderType.id as number,
    requestedDeliveryDate: addDays(today(), 10),
    customerPoNo: `PO-${randomUUID().slice(0, 8)}`,
    customerPoDate: today(),
    poAttachmentId: await poFile(portal, who),
    lines: lines.map(([code, qty, pct]) => ({ productId: idOf(code), qty: qty * 1000, manualDiscountPct: pct * 100 })),
  }
}

/** A customer of channel 11 in Maharashtra whose account asha owns. */
export async function exampleCustomer(portal: TestPortal): Promise<RowValues & { id: number }> {
  const found = await portal
    .db('customer')
    .join('customer_department_map as map', 'map.customerId', 'customer.id')
    .join('employee', 'employee.id', 'map.salesEmployeeId')
    .join('state', 'state.id', 'customer.stateId')
    .join('channel', 'channel.id', 'customer.channelId')
    .where({
      'employee.name': 'Asha Patil',
      'state.gstStateCode': '27',
      'channel.code': '11',
      'customer.requiresAcceptance': 0,
    })
    .whereNull('customer.sapOrderBlock')
    .orderBy('customer.code')
    .first('customer.*')
  if (!found) throw new Error('The demo company has no customer for the worked example')
  return found
}

/** Uploads a purchase order; returns its id. */
export async function poFile(portal: TestPortal, who: ApiClient): Promise<number> {
  const { status, body } = await sendFile(portal, who, 'ORDER', 'po.pdf')
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

export const takeStep = (who: ApiClient, orderId: number, step: string, more: RowValues = {}): Promise<Answer> =>
  who.post('/api/order-steps', { orderId, step, ...more }, idempotencyHeader())

/** Creates and submits the example order; returns it. */
export async function submittedOrder(portal: TestPortal, asha: ApiClient, lines?: Lines) {
  const draft = await asha.post('/api/orders', await exampleOrderInput(portal, asha, lines), idempotencyHeader())
  if (draft.status !== 201) throw new Error(JSON.stringify(draft.body))
  const { status, body } = await takeStep(asha, draft.body.id, 'submit')
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.order
}

/** Waits until an order has a status; after fifty seconds throws with its actual one. */
export async function waitForStatus(portal: TestPortal, orderId: number, status: string) {
  for (const end = Date.now() + withinSeconds(50); Date.now() < end; await pause(25)) {
    await portal.runDue()
    const order = await portal.db('order').where({ id: orderId }).first()
    if (order.status === status) return order
  }
  const stuck = await portal.db('order').where({ id: orderId }).first()
  const messages = await portal.db('sap_outbox').where({ ownerId: orderId }).select('status', 'attempts', 'errorText')
  throw new Error(`The order is ${stuck.status} ${stuck.errorText ?? ''}, not ${status}: ${JSON.stringify(messages)}`)
}
