import type { Scope } from '../scopes.ts'
import { annexureProcess } from './annexure-process.ts'
import { contractProcess } from './contract-process.ts'

/** The states from which a customer reads a rate contract or an annexure: a draft is nobody's business but ours. */
export const issuedStates = {
  'rate-contract-customer': contractProcess.sets.issued,
  'customer-annexure': annexureProcess.sets.issued,
} as const

const keepers = { SALES_REP: { customerId: 'myCustomers' }, SALES_MANAGER: { customerId: 'myCustomers' } } as const

/** The agreement itself: its state is a condition of the row, so that its history begins with the day it is issued. */
const agreements = (name: keyof typeof issuedStates) => {
  const issued = { customerId: 'ownCustomer', status: issuedStates[name], isActive: [true] } as const
  return { CUSTOMER: issued, DISTRIBUTOR: issued, ...keepers } as const
}
const lines = (column: 'rateContractId' | 'customerAnnexureId', issued: Scope) =>
  ({ CUSTOMER: { [column]: issued }, DISTRIBUTOR: { [column]: issued }, ...keepers }) as const

/** An agreement is read by those who keep the customer's account, and by the customer once it is issued. */
export const withinIssuedContracts = agreements('rate-contract-customer')
export const withinIssuedContractLines = lines('rateContractId', 'contractsIssuedToMe')
export const withinIssuedAnnexures = agreements('customer-annexure')
export const withinIssuedAnnexureLines = lines('customerAnnexureId', 'annexuresIssuedToMe')
