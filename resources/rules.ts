/** Rules that several declarations share. */
import type { Rule } from './define/resource.ts'

/** A GSTIN holds the PAN of its owner in characters 3 to 12, unless it is of a kind without one, which has a digit there. */
export const panInGstin: Rule<{ gstin: string | null; pan: string | null }> = {
  field: 'pan',
  code: 'FORMAT',
  message: 'must be characters 3 to 12 of the GSTIN',
  check: ({ gstin, pan }) => !gstin || !pan || !/^..[A-Z]{5}/.test(gstin) || gstin.slice(2, 12) === pan,
}

/** Sales people see the rows of the customers whose accounts they or their team own. */
export const ofMyCustomers = {
  SALES_REP: { customerId: 'myCustomers' },
  SALES_MANAGER: { customerId: 'myCustomers' },
} as const

export const agreementInOrder: Rule<{ agreementFrom: string; agreementTo: string }> = {
  field: 'agreementTo',
  code: 'RANGE',
  message: 'must not be before the agreement starts',
  check: row => row.agreementFrom <= row.agreementTo,
}
