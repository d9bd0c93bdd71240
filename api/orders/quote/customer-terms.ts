import type { Customer } from '../../../resources/access-control/customer.ts'
import { salesAreaOf } from '../../../resources/orders/quote/sales-area.ts'
import type { OrderFacts } from './order-facts.ts'

type AreaFacts = Pick<OrderFacts, 'salesAreas' | 'sbus'>

/** The channel of a buyer's orders from an SBU: that of their sales area, or else their usual one. */
export const channelOf = (facts: AreaFacts, soldTo: Customer, sbuId: number): number =>
  areaOf(facts, soldTo, sbuId)?.channelId ?? soldTo.channelId

const areaOf = ({ salesAreas, sbus }: AreaFacts, soldTo: Customer, sbuId: number) =>
  salesAreaOf(salesAreas, soldTo, sbus.get(sbuId)!)

/**
 * The freight and payment terms of an order: those of the buyer's accepted annexure with the SBU, or else those of the
 * sales area, or the buyer's own.
 */
export function customerTerms(facts: OrderFacts, soldTo: Customer, sbuId: number) {
  const { annexures } = facts
  const [annexure] = annexures
    .filter(row => row.customerId === soldTo.id && row.sbuId === sbuId)
    .sort((a, b) => b.validFrom.localeCompare(a.validFrom) || b.id - a.id)
  if (annexure) return { freightTerms: annexure.freightTerms, paymentTermsDays: annexure.paymentTermsDays }
  const ofArea = areaOf(facts, soldTo, sbuId)?.paymentTermsDays
  return { freightTerms: soldTo.freightTerms, paymentTermsDays: ofArea ?? soldTo.paymentTermsDays }
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
