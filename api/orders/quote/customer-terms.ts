import type { Customer } from '../../../resources/access-control/customer.ts'
import type { OrderFacts } from './order-facts.ts'

/** Who pays the freight and within how many days is paid: an accepted annexure of the SBU goes before the buyer's own terms (M49). */
export function termsOf({ annexures }: OrderFacts, soldTo: Customer, sbuId: number) {
  const [annexure] = annexures
    .filter(row => row.customerId === soldTo.id && row.sbuId === sbuId)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom) || b.id - a.id)
  const { freightTerms, paymentTermsDays } = annexure ?? soldTo
  return { freightTerms, paymentTermsDays }
}

/** The customer's department in an SBU, and who keeps the account. */
export function accountOf(facts: OrderFacts, sbuId: number) {
  const departments = facts.departments.filter(row => row.isActive && row.sbuId === sbuId)
  const types = facts.departmentOrderTypes.filter(row => row.orderTypeId === facts.orderType.id)
  const fitting = departments.find(({ id }) => types.some(row => row.departmentId === id)) ?? departments[0]
  const account = fitting && facts.customerDepartments.find(row => row.departmentId === fitting.id)
  return {
    departmentId: fitting?.id ?? null,
    salesEmployeeId: account?.salesEmployeeId ?? null,
    salesGroupId: account?.salesGroupId ?? null,
  }
}
