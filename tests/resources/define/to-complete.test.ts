import fc from 'fast-check'
import { expect, it } from 'vitest'
import { customer } from '../../../resources/access-control/customer.ts'
import { toCompleteOf, validate, withDefaults } from '../../../resources/define/validate.ts'
import { validateRegistry } from '../../../resources/validate-registry.ts'

const late = ['customerType', 'cityId', 'gstRegistrationType'] as const
const whole = { customerType: 'END_CUSTOMER', cityId: 1, gstRegistrationType: 'UNREGISTERED' }
const missingFields = (row: object) =>
  validate(customer, withDefaults(customer, row as never))
    .filter(({ field }) => (late as readonly string[]).includes(field))
    .map(({ message }) => message)

it('what is completed later is required of people, and may be empty in a row of which SAP told less', () => {
  expect(missingFields({})).toEqual(['Customer type is required', 'City is required', 'GST registration is required'])
  expect(missingFields({ ...whole, cityId: null })).toEqual(['City is required'])
  expect(missingFields({ ...whole, cityId: null, toComplete: 'City' })).toEqual([])
  expect(missingFields(whole)).toEqual([])
})

it('what is to be completed are the labels of exactly the empty fields', () => {
  const labels = { customerType: 'Customer type', cityId: 'City', gstRegistrationType: 'GST registration' }
  fc.assert(
    fc.property(fc.subarray([...late]), empty => {
      const row = { ...whole, ...Object.fromEntries(empty.map(name => [name, null])) }
      expect(toCompleteOf(customer, row)).toBe(empty.map(name => labels[name]).join(', ') || null)
    }),
  )
})

it('a field that is completed later must be optional, in a resource that says what is to be completed', () => {
  const { toComplete, ...fields } = customer.fields
  const without = { ...customer, fields, list: ['code'], filters: [], sections: [] } as never
  expect(validateRegistry([without]).join()).toContain(
    'cityId is completed later: it must be optional, and the resource needs toComplete',
  )
})
