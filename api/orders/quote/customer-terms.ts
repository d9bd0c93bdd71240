import type { Customer } from '../../../resources/access-control/customer.ts'
import type { OrderFacts } from './order-facts.ts'

/**
 * The freight and payment terms of an order: those of the buyer's accepted annexure with the SBU, or else the buyer's
 * own.
 */
export function customerTerms({ annexures }: OrderFacts, soldTo: Customer, sbuId: number) {
  const [annexure] = annexures
    .filter(row => row.customerId === soldTo.id && row.sbuId === sbuId)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom) || b.id - a.id)
  const { freightTerms, paymentTermsDays } = annexure ?? soldTo
  return { freightTerms, paymentTermsDays }
}

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
