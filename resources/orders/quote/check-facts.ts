import type { allowOrdertypeDepartment } from '../../masters/allow-ordertype-department.ts'
import type { customerDepartmentMap } from '../../masters/customer-department-map.ts'
import type { Columns, Customer, OrderType, Product, Sbu, ShipTo } from '../rows.ts'
import type { RowUsed } from '../trace.ts'
import type { ControlRows, Substitute } from './control-rows.ts'
import type { EudOfLine } from './eud.ts'
import type { PriceProblem } from './price.ts'
import type { EnteredDelivery } from './schedule.ts'

/** M36 */
export type CustomerDepartment = Columns<typeof customerDepartmentMap, 'customerId' | 'departmentId'>

/** M37 */
export type DepartmentOrderType = Columns<
  typeof allowOrdertypeDepartment,
  'departmentId' | 'orderTypeId' | 'allowedFor'
>

/** What is wrong with an order: the field that is to be put right, and a sentence that says how. */
export interface Finding {
  /** The rule of §D.4, or of the line's own section. */
  rule: string
  /** What the rule asks, in a sentence. */
  title?: string
  code: string
  /** Such as `customerPoNo` or `lines[3].qty`. */
  field: string
  message: string
  /** It is said and stops nothing. */
  warns?: true
  /** What may be ordered instead. */
  substitute?: Substitute
  /** The row of a master that decided so. */
  row?: RowUsed
}

/** A line as the rules look at it; column names of `order_line`. */
export interface CheckLine {
  lineNo: number
  lineStatus: string
  product: Product
  qty: number
  requestedBatchNo: string | null
  schedules: readonly EnteredDelivery[]
  /** As priced and sourced. */
  priceProblem: PriceProblem | null
  plantId: number | null
  /** Code and name of the distributor who alone may sell the product to this customer, and cannot. */
  onlyThrough: string | null
  freightWarning: 'NO_FREIGHT_RATE' | null
  eud: Pick<EudOfLine, 'needs' | 'stop'>
}

export interface CheckOrder {
  customerId: number
  sbuId: number
  departmentId: number
  orderTypeId: number
  orderDate: string
  requestedDeliveryDate: string
  customerPoNo: string | null
  customerPoDate: string | null
  poAttachmentId: number | null
  taxableValue: number
  grossValue: number
}

/** Everything the rules of §D.4 ask about an order: money in paise, quantities in thousandths. */
export interface CheckFacts extends ControlRows {
  today: string
  order: CheckOrder
  lines: readonly CheckLine[]
  customer: Customer
  /** The customer again, unless a distributor buys for him. */
  soldTo: Customer
  shipTo: ShipTo
  orderType: OrderType
  sbu: Sbu
  placedByEmployee: boolean
  /** Of the customer. */
  customerDepartments: readonly CustomerDepartment[]
  departments: readonly { id: number; sbuId: number; isActive: boolean }[]
  departmentOrderTypes: readonly DepartmentOrderType[]
  settings: CheckSettings
}

interface CheckSettings {
  /** `po.file_required_above`, in paise. */
  poFileRequiredAbove: number
  /** `order.max_lines` */
  maxLines: number
}

export interface Check {
  rule: string
  title: string
  find: (facts: CheckFacts) => Omit<Finding, 'rule' | 'title'>[]
}

/** What is wrong with a field of an order, with the code of the rule (§D.4). */
export const finding = (code: string, field: string, message: string) => ({ code, field, message })

/** The lines that are still to be delivered, each with its place in the form. */
export const openLines = ({ lines }: CheckFacts) =>
  lines
    .map((line, index) => ({ line, at: `lines[${index}]`, what: `Line ${line.lineNo} (${line.product.code})` }))
    .filter(({ line }) => line.lineStatus === 'OPEN')
