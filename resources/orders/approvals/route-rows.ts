/** The facts of an order, its lines and their masters that approval routing needs, by their column names. */
import type { Customer } from '../../access-control/customer.ts'
import type { cscApprover } from '../../masters/csc-approver.ts'
import type { rateContractCustomer } from '../../masters/rate-contract-customer.ts'
import type { RateContractLine } from '../../masters/rate-contract-line.ts'
import type { Channel } from '../../settings/channel.ts'
import type { OrderType } from '../../settings/order-type.ts'
import type { LinePrice } from '../line-price.ts'
import type { OrderLine } from '../order-line.ts'
import type { Instruction } from '../quote/instructions.ts'
import type { Columns, DatedColumns, MasterRow } from '../rows.ts'
import type { Trace } from '../trace.ts'

/** The facts of an order that approval routing needs: amounts in paise. */
export interface RouteOrder {
  placedById: number
  /** Null when that login no longer works. */
  placedByName: string | null
  placedForCustomer: boolean
  customerPoNo: string | null
  taxableValue: number
  grossValue: number
  /** The zone of the ship-to. */
  zoneId: number | null
  customer: Pick<Customer, 'id' | 'rowVersion' | 'code' | 'name' | 'requiresAcceptance'>
  /** Whether a user of the customer can sign in and accept. */
  customerSignsIn: boolean
  channel: Pick<Channel, 'id' | 'rowVersion' | 'code' | 'name' | 'requiresCsc'>
  orderType: Pick<OrderType, 'id' | 'rowVersion' | 'code' | 'name' | 'isFreeOfCharge' | 'requiresCsc'>
  /** Shipping instructions of the customer. */
  instructions: readonly ReviewedInstruction[]
}

/** A shipping instruction, with whether the customer service centre checks every such order. */
export interface ReviewedInstruction extends Instruction, MasterRow {
  needsCscReview: boolean
}

/** The facts of a line that approval routing needs; column names of `order_line`. */
export interface RouteLine
  extends Pick<
      OrderLine,
      | 'lineNo'
      | 'productId'
      | 'qty'
      | 'priceUnit'
      | 'listPrice'
      | 'discountPct'
      | 'manualDiscountPct'
      | 'promoDiscountValue'
      | 'priceSource'
      | 'priceSourceId'
      | 'limitPrice'
      | 'limitGapPct'
      | 'eudStatus'
    >,
    Pick<LinePrice, 'netPrice' | 'basePrice' | 'defaultDiscountPct' | 'promoDiscountPct'> {
  lineStatus: string
  eudDocumentId: number | null
  /** The block that keeps the customer from buying the product. */
  eudBlockNo: string | null
  priceTrace: Trace | null
  /** The days of its deliveries, earliest first. */
  dates: readonly string[]
  /** The NID of the product: an approving limit for it is preferred to one for all. */
  nidId: number | null
  mvgr1Id: number | null
  isMultiplexingKit: boolean
}

/** The rate contract of a line's price. */
export interface RouteContract
  extends DatedColumns<typeof rateContractCustomer, 'contractNo' | 'autoRelease' | 'approverEmployeeId' | 'status'> {
  line: Pick<RateContractLine, 'id' | 'rowVersion' | 'rate' | 'contractQty' | 'consumedQty'>
  /** Open quantity of the contract line without this order; in thousandths. */
  openQty: number
  /** Why its rate no longer stands for this order, after «Contract RC/1»; null while it does. */
  lost: string | null
}

/** A row of CSC Approver; without a zone or a material group it counts for every one. */
export type CscApprover = Columns<
  typeof cscApprover,
  'sbuId' | 'zoneId' | 'mvgr1Id' | 'level' | 'employeeId' | 'minOrderValue'
>

/** The lines that need approvals. */
export const openLinesOf = <L extends { lineStatus: string }>({ lines }: { lines: readonly L[] }): L[] =>
  lines.filter(({ lineStatus }) => lineStatus === 'OPEN')

/** The numbers of lines, as people name them. */
export const lineNosOf = (lines: readonly { lineNo: number }[]) => lines.map(({ lineNo }) => lineNo)

/** «Line 10», «Lines 10, 20 and 30». */
export function linesText(lines: readonly { lineNo: number }[]): string {
  const numbers = lineNosOf(lines)
  const last = numbers.at(-1)
  return numbers.length > 1 ? `Lines ${numbers.slice(0, -1).join(', ')} and ${last}` : `Line ${last}`
}
