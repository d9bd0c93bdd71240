/** What the order pad and a simulation are offered for a customer: shapes of answers, and their types. */
import { customer } from '../../access-control/customer.ts'
import { shipTo } from '../../access-control/ship-to.ts'
import { choice, date, flag, integer, money, percent, text } from '../../define/fields.ts'
import { pick } from '../../define/pick.ts'
import { columns, group, many, maybe, type Read, type Told } from '../../define/shape.ts'
import { blockCustomerOrderCreation } from '../../masters/block-customer-order-creation.ts'
import { products } from '../../masters/products.ts'
import { orderType } from '../../settings/order-type.ts'
import { approvalSteps } from '../../trade.ts'
import { order } from '../order.ts'

const id = integer({ min: 1 })
const count = integer({ min: 0 })
const named = { id, code: text(), name: text() }

export const foundCustomer = {
  ...named,
  city: maybe(text()),
  channel: maybe(text()),
  blocked: text({ optional: true, hint: 'The order block of SAP, or portal for a block of the portal' }),
}
/** A customer found for an order or a simulation. */
export type FoundCustomer = Read<typeof foundCustomer>

const { code, name, packSize, uom, packQty, minOrderQty, maxOrderQty, casNo, hsnCode, sbuId } = columns(
  products,
  ...(['code', 'name', 'packSize', 'uom', 'packQty'] as const),
  ...(['minOrderQty', 'maxOrderQty', 'casNo', 'hsnCode', 'sbuId'] as const),
)
export const offeredProduct = {
  ...{ id, code, name, packSize, uom, packQty, minOrderQty, maxOrderQty, casNo, hsnCode, sbuId },
  sbu: text({ hint: 'The code of its SBU' }),
}
/** A product that a customer may order. */
export type OfferedProduct = Read<typeof offeredProduct>

const buyer = columns(customer, 'code', 'name', 'gstin', 'channelId', 'sapOrderBlock', 'requiresAcceptance')
const place = pick(shipTo.fields, ['code', 'name', 'address', 'pincode', 'isDefault'])
const ofType = pick(orderType.fields, ['code', 'name', 'requiresPo', 'allowsManualDiscount', 'isFreeOfCharge'])
const { freightTerms, transMode, paymentTermsDays } = order.fields
const MOST_PLACES = 10_000

/** Everything that the order form offers for a customer, with the values it fills in. */
export const orderContext = {
  customer: group({ id, ...buyer, isActive: flag() }),
  blocks: many(
    {
      mode: blockCustomerOrderCreation.fields.blockMode,
      sbuId: integer({ min: 1, optional: true, hint: 'Leave empty for every SBU' }),
      message: text({ max: 500 }),
    },
    { most: MOST_PLACES },
  ),
  shipTos: many({ id, ...place, city: maybe(text()), state: maybe(text()) }, { most: MOST_PLACES }),
  sbus: many(
    {
      ...named,
      departmentId: id,
      departmentName: text(),
      agreed: group({ freightTerms, transMode, paymentTermsDays, says: text({ hint: 'The row that they come from' }) }),
      orderTypes: many({ id, ...ofType, departmentId: id, isDefault: flag() }, { most: 100 }),
    },
    { most: 500 },
  ),
  ownDiscountLimit: percent({ optional: true, hint: 'The largest discount that the caller may give without approval' }),
  credit: group(
    {
      ...{ creditLimit: money(), isBlocked: flag(), overdueDays: count },
      ...{ outstanding: money(), newInvoices: money(), otherOrders: money() },
    },
    { optional: true, hint: 'The credit before this order; null for readers without access to credit' },
  ),
  usual: many(
    { sbu: text(), step: choice(approvalSteps), hours: count, tasks: count },
    { most: 5_000, hint: 'How long the approvals of an SBU usually took' },
  ),
  poFileRequiredAbove: money(),
  paymentDays: many(integer(), { most: 100, hint: 'The payment terms that SAP knows, in days' }),
  defaults: group({
    requestedDeliveryDate: date(),
    customerPoDate: date({ hint: 'Today: most orders are entered on the day of the customer’s PO' }),
  }),
}
export type OrderContext = Told<typeof orderContext>
/** How a customer stands to the credit limit before an order. */
export type CreditBefore = NonNullable<OrderContext['credit']>
/** An order type that a department may use. */
export type OfferedOrderType = OrderContext['sbus'][number]['orderTypes'][number]
export type OfferedShipTo = OrderContext['shipTos'][number]

/** So many products or customers are found at once, and so many rows or codes are asked for. */
export const MOST_FOUND = 20
export const MOST_ROWS = 1_000
/** So many lists of a customer are kept, and so many products of one. */
export const MOST_LISTS = 50
export const MOST_SAVED = 500
/** So many earlier orders and open carts are offered. */
export const MOST_EARLIER = 12
/** More than the fifty that are counted, because pinned products come on top. */
export const MOST_FREQUENT = 100
