import fc from 'fast-check'
import { expect, it } from 'vitest'
import { successorStart } from '../../../resources/define/succession.ts'
import { uploadPaymentCustomers } from '../../../resources/masters/upload-payment-customers.ts'

it('a change in force is succeeded from a day, and by no row where its start is none', () => {
  const before = { maxTxnAmount: 1_00, validFrom: '2026-04-01', validTo: '9999-12-31', isActive: true }
  const starts = (validFrom: unknown) =>
    successorStart(uploadPaymentCustomers, before, { ...before, maxTxnAmount: 2_00, validFrom }, '2026-11-29')
  expect(starts('2026-04-01')).toBe('2026-11-29')
  expect(starts('2026-12-01')).toBe('2026-12-01')
  fc.assert(fc.property(fc.string(), text => starts(text) === undefined))
})
