import type { Customer } from '../../access-control/customer.ts'
import type { ShipTo } from '../../access-control/ship-to.ts'
import type { OrderBlock } from '../../masters/block-customer-order-creation.ts'
import type { OrderType } from '../../settings/order-type.ts'
import type { ApprovalStep } from '../../trade.ts'
import type { UsedCredit } from '../approvals/credit.ts'
import type { UsualDuration } from '../approvals/usual-hours.ts'

/** An order type that a department may use. */
export interface OfferedOrderType
  extends Pick<OrderType, 'id' | 'code' | 'name' | 'requiresPo' | 'allowsManualDiscount' | 'isFreeOfCharge'> {
  departmentId: number
  isDefault: boolean
}

export interface OfferedShipTo extends Pick<ShipTo, 'id' | 'code' | 'name' | 'address' | 'pincode' | 'isDefault'> {
  city: string | undefined
  state: string | undefined
}

/** How a customer stands to the credit limit before an order, in paise. */
export interface CreditBefore extends UsedCredit {
  creditLimit: number
  isBlocked: boolean
  overdueDays: number
}

/** Everything that the order form offers for a customer, with the values it fills in. */
export interface OrderContext {
  customer: Pick<
    Customer,
    'id' | 'code' | 'name' | 'gstin' | 'channelId' | 'sapOrderBlock' | 'isActive' | 'requiresAcceptance'
  >
  /** Why the customer may not order, or only with care; without an SBU the block holds for every SBU. */
  blocks: { mode: OrderBlock['blockMode']; sbuId: number | null; message: string }[]
  shipTos: OfferedShipTo[]
  sbus: {
    id: number
    code: string
    name: string
    departmentId: number
    departmentName: string
    orderTypes: OfferedOrderType[]
  }[]
  /** The largest discount that the person may give alone, in hundredths of a percent. */
  ownDiscountLimit: number | null
  /** Null for people who do not see the credit of customers. */
  credit: CreditBefore | null
  /** How long the approvals of an SBU usually took. */
  usual: (UsualDuration & { sbu: string; step: ApprovalStep })[]
  poFileRequiredAbove: number
  defaults: Pick<Customer, 'freightTerms' | 'paymentTermsDays'> & {
    transMode: Customer['defaultTransMode']
    requestedDeliveryDate: string
    /** Today: most orders are entered on the day of the customer's PO. */
    customerPoDate: string
  }
}
