import type { Customer } from '../../../resources/access-control/customer.ts'
import { salesAreaOf } from '../../../resources/orders/quote/sales-area.ts'
import { type AgreedTerms, agreedWith } from '../../../resources/orders/terms/agreed-terms.ts'
import type { OrderFacts } from './order-facts.ts'

type AreaFacts = Pick<OrderFacts, 'salesAreas' | 'sbus'>

/** The channel of a buyer's orders from an SBU: that of their sales area, or else their usual one. */
export const channelOf = (facts: AreaFacts, soldTo: Customer, sbuId: number): number =>
  areaOf(facts, soldTo, sbuId)?.channelId ?? soldTo.channelId

const areaOf = ({ salesAreas, sbus }: AreaFacts, soldTo: Customer, sbuId: number) =>
  salesAreaOf(salesAreas, soldTo, sbus.get(sbuId)!)

type AgreementFacts = AreaFacts & Pick<OrderFacts, 'annexures'>

/** The freight terms, mode of transport and payment terms agreed with a buyer in an SBU, and the row that says so. */
export const agreedTerms = (facts: AgreementFacts, soldTo: Customer, sbuId: number): AgreedTerms =>
  agreedWith(
    soldTo,
    facts.annexures.filter(row => row.customerId === soldTo.id && row.sbuId === sbuId),
    areaOf(facts, soldTo, sbuId),
  )

/** The customer's department in an SBU, with the sales employee and sales group of the account. */
export function accountOf(facts: OrderFacts, sbuId: number) {
  const departments = facts.departments.filter(row => row.isActive && row.sbuId === sbuId)
  const types = facts.departmentOrderTypes.filter(row => row.orderTypeId === facts.orderType.id)
  const department = departments.find(({ id }) => types.some(row => row.departmentId === id)) ?? departments[0]
  const account = department && facts.customerDepartments.find(row => row.departmentId === department.id)
  return {
    departmentId: department?.id ?? null,
    salesEmployeeId: account?.salesEmployeeId ?? null,
    salesGroupId: account?.salesGroupId ?? null,
  }
}
