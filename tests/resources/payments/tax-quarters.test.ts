import { expect, it } from 'vitest'
import {
  certificateDueOn,
  certificateStateOf,
  formOf,
  taxQuarterOf,
} from '../../../resources/payments/tds/tax-quarters.ts'

it.each([
  ['2026-04-01', '2627', 'Q1', 'FORM_131', '2026-08-15'],
  ['2026-06-30', '2627', 'Q1', 'FORM_131', '2026-08-15'],
  ['2026-07-01', '2627', 'Q2', 'FORM_131', '2026-11-15'],
  ['2026-12-31', '2627', 'Q3', 'FORM_131', '2027-02-15'],
  ['2027-03-31', '2627', 'Q4', 'FORM_131', '2027-06-15'],
  ['2026-03-31', '2526', 'Q4', 'FORM_16A', '2026-06-15'],
])('tax deducted on %s is of %s %s, on %s, due on %s', (day, taxYear, quarter, form, dueOn) => {
  const of = taxQuarterOf(day)
  expect([of.taxYear, of.quarter, formOf(of), certificateDueOn(of)]).toEqual([taxYear, quarter, form, dueOn])
})

it.each([
  [100, null, null, 'EXPECTED'],
  [100, 100, null, 'CLOSED'],
  [100, 90, null, 'DIFFERS'],
  [100, 110, null, 'DIFFERS'],
  [100, 90, 10, 'WRITTEN_OFF'],
  [100, null, 100, 'WRITTEN_OFF'],
  [120, null, 100, 'EXPECTED'],
  [0, null, null, 'CLOSED'],
  [0, 100, null, 'DIFFERS'],
] as const)(
  'of %s deducted, %s in the certificate and %s written off it is %s',
  (expectedAmount, receivedAmount, writtenOffAmount, state) => {
    expect(certificateStateOf({ expectedAmount, receivedAmount, writtenOffAmount })).toBe(state)
  },
)
