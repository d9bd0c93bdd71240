import { expect, it } from 'vitest'
import { customer } from '../../../resources/access-control/customer.ts'
import { leftOutSentence, misfitSentence, misfitsOf } from '../../../resources/platform/view-fit.ts'
import { roleCodes } from '../../../resources/roles.ts'

const state = (names: readonly string[], query = '') =>
  ({ columns: names.map(name => ({ name })), density: 'normal', query }) as const
const said = (...view: Parameters<typeof state>) =>
  misfitsOf(customer, state(...view), roleCodes).map(misfit => misfitSentence(customer, misfit))

it('a view that is shared says whom it does not fit, and why', () => {
  expect(said(['code', 'name'])).toEqual([
    'Pricing desk, Transporter and Quality: may not open Customer, so the view is not offered',
  ])
  expect(said(['code', 'creditLimit', 'sapOrderBlock'], 'f.creditLimit=between.1~')).toContain(
    'Customer, Distributor and Dispatch desk: shown without the columns Credit limit and SAP order block and the filter by Credit limit',
  )
  expect(misfitsOf(customer, state(['code', 'creditLimit']), ['FINANCE'])).toEqual([])
})

it('what a role sees in part cannot be filtered by', () => {
  expect(misfitsOf(customer, state(['code'], 'f.pan=contains.A'), ['SALES_REP'])).toMatchObject([{ filters: ['pan'] }])
})

it('a reader is told in numbers what was left out', () => {
  expect(leftOutSentence(2, 1)).toBe('2 columns and 1 filter of this view are not for you.')
  expect(leftOutSentence(0, 1)).toBe('1 filter of this view is not for you.')
  expect(leftOutSentence(0, 0)).toBeNull()
})
