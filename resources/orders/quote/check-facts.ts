import type { allowOrdertypeDepartment } from '../../masters/allow-ordertype-department.ts'
import type { customerDepartmentMap } from '../../masters/customer-department-map.ts'
import type { Columns, RuleCustomer, RuleOrderType, RuleProduct, RuleSbu, RuleShipTo } from '../rows.ts'
import type { RowUsed } from '../trace.ts'
import type { ControlRows, Substitute } from './control-rows.ts'
import type { EudOfLine } from './eud.ts'
import type { PriceProblem } from './price.ts'
import type { RuleSalesArea } from './sales-area.ts'
import type { EnteredDelivery } from './schedule.ts'

/** The department of a customer in an SBU. */
export type CustomerDepartment = Columns<typeof customerDepartmentMap, 'customerId' | 'departmentId'>

/** An order type that a department may use. */
export type DepartmentOrderType = Columns<
  typeof allowOrdertypeDepartment,
  'departmentId' | 'orderTypeId' | 'allowedFor'
>

/** A fault of an order: the field to correct, and a sentence that says how. */
export interface Finding {
  /** The code of the rule. */
  rule: string
  /** The rule in a sentence. */
  title?: string
  code: string
  /** Such as `customerPoNo` or `lines[3].qty`. */
  field: string
  message: string
  /** A warning, which stops nothing. */
  warns?: true
  /** What may be ordered instead. */
  substitute?: Substitute
  /** The EUD block that stops it: there its release is asked for, with a renewed document. */
  block?: { id: number; blockNo: string }
  /** The day to take instead. */
  day?: string
  /** The master row that decided. */
  row?: RowUsed
}

/** The facts of a line that the rules need; column names of `order_line`. */
export interface CheckLine {
  lineNo: number
  lineStatus: string
  product: RuleProduct
  qty: number
  requestedBatchNo: string | null
  schedules: readonly EnteredDelivery[]
  /** As priced and sourced. */
  priceProblem: PriceProblem | null
  problemWhy?: string | undefined
  plantId: number | null
  /** Code and name of the only distributor who may sell the product to this customer, and cannot. */
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

/** The facts of an order that the rules need: money in paise, quantities in thousandths. */
export interface CheckFacts extends ControlRows {
  today: string
  order: CheckOrder
  lines: readonly CheckLine[]
  customer: RuleCustomer
  /** The customer again, or the distributor who buys for them. */
  soldTo: RuleCustomer
  /** The sales areas of both. */
  salesAreas: readonly RuleSalesArea[]
  shipTo: RuleShipTo
  orderType: RuleOrderType
  sbu: RuleSbu
  placedByEmployee: boolean
  /** The departments of the customer. */
  customerDepartments: readonly CustomerDepartment[]
  departments: readonly { id: number; sbuId: number; isActive: boolean }[]
  departmentOrderTypes: readonly DepartmentOrderType[]
  /** The names of the holidays where the goods go, by their days. */
  holidays: ReadonlyMap<string, string>
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

/** A finding at a field of an order, with the code of its rule. */
export const finding = (code: string, field: string, message: string) => ({ code, field, message })

/** The lines that are still to be delivered, each with its index in the form. */
export const openLines = ({ lines }: CheckFacts) =>
  lines
    .map((line, index) => ({ line, at: `lines[${index}]`, what: `Line ${line.lineNo} (${line.product.code})` }))
    .filter(({ line }) => line.lineStatus === 'OPEN')
