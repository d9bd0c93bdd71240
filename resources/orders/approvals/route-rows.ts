/** What approval routing reads of an order, its lines and their masters, by their column names. */
import type { Customer } from '../../access-control/customer.ts'
import type { cscApprover } from '../../masters/csc-approver.ts'
import type { rateContractCustomer } from '../../masters/rate-contract-customer.ts'
import type { RateContractLine } from '../../masters/rate-contract-line.ts'
import type { Channel } from '../../settings/channel.ts'
import type { OrderType } from '../../settings/order-type.ts'
import type { OrderLine } from '../order-line.ts'
import type { Instruction } from '../quote/instructions.ts'
import type { Columns, DatedColumns, MasterRow } from '../rows.ts'
import type { Trace } from '../trace.ts'

/** What approval routing knows of an order: amounts in paise. */
export interface RouteOrder {
  placedById: number
  /** Null when that login works no longer. */
  placedByName: string | null
  placedForCustomer: boolean
  customerPoNo: string | null
  taxableValue: number
  grossValue: number
  /** Of the ship-to. */
  zoneId: number | null
  customer: Pick<Customer, 'id' | 'rowVersion' | 'code' | 'name' | 'requiresAcceptance'>
  /** Somebody of the customer can sign in and accept. */
  customerSignsIn: boolean
  channel: Pick<Channel, 'id' | 'rowVersion' | 'code' | 'name' | 'requiresCsc'>
  orderType: Pick<OrderType, 'id' | 'rowVersion' | 'code' | 'name' | 'isFreeOfCharge' | 'requiresCsc'>
  /** M38, of the customer. */
  instructions: readonly ReviewedInstruction[]
}

/** M38, with whether the customer service centre looks at every such order. */
export interface ReviewedInstruction extends Instruction, MasterRow {
  needsCscReview: boolean
}

/** What approval routing knows of a line; column names of `order_line`. */
export interface RouteLine
  extends Pick<
    OrderLine,
    | 'lineNo'
    | 'productId'
    | 'qty'
    | 'listPrice'
    | 'netPrice'
    | 'discountPct'
    | 'manualDiscountPct'
    | 'promoDiscountValue'
    | 'priceSource'
    | 'priceSourceId'
    | 'limitPrice'
    | 'limitGapPct'
    | 'eudStatus'
  > {
  lineStatus: string
  changedByApprover: boolean
  eudDocumentId: number | null
  priceTrace: Trace | null
  /** The days of its deliveries, earliest first. */
  dates: readonly string[]
  /** Of the product: an approving limit for it comes before one for all. */
  nidId: number | null
  mvgr1Id: number | null
  isMultiplexingKit: boolean
}

/** M24: the contract of a line's price. */
export interface RouteContract
  extends DatedColumns<typeof rateContractCustomer, 'contractNo' | 'autoRelease' | 'approverEmployeeId'> {
  line: Pick<RateContractLine, 'id' | 'rowVersion' | 'rate' | 'contractQty' | 'consumedQty'>
  /** Of its line, besides this order; in thousandths. */
  openQty: number
}

/** M32; without a zone or a material group it counts for every one. */
export type CscApprover = Columns<
  typeof cscApprover,
  'sbuId' | 'zoneId' | 'mvgr1Id' | 'level' | 'employeeId' | 'minOrderValue'
>

/** The lines that approvals are asked for. */
export const openLinesOf = <L extends { lineStatus: string }>({ lines }: { lines: readonly L[] }): L[] =>
  lines.filter(({ lineStatus }) => lineStatus === 'OPEN')

/** Lines as people name them. */
export const lineNosOf = (lines: readonly { lineNo: number }[]) => lines.map(({ lineNo }) => lineNo)

/** «Line 10», «Lines 10, 20 and 30». */
export function linesText(lines: readonly { lineNo: number }[]): string {
  const numbers = lineNosOf(lines)
  const last = numbers.at(-1)
  return numbers.length > 1 ? `Lines ${numbers.slice(0, -1).join(', ')} and ${last}` : `Line ${last}`
}
