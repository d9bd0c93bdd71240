import { limits } from '../access.ts'
import { employee } from '../access-control/employee.ts'
import { choice, confirmation, decimal, effectivePeriod, integer, reference } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { nid } from './nid.ts'
import { sbu } from './sbu.ts'

/**
 * How much an employee may approve in an SBU. `maxValue` is in hundredths of a percent for the types that end in
 * PCT, else in paise. A row counts only once a second person has confirmed it (four eyes).
 */
export const approvingLimits = resource({
  group: 'masters',
  name: 'approving-limits',
  title: 'Approving Limits',
  purpose:
    'How much discount, price below limit price, credit excess, freight or free goods each approver may approve.',
  fields: {
    limitType: choice(['DISCOUNT_PCT', 'LIMIT_PRICE_PCT', 'CREDIT_AMOUNT', 'FREIGHT_VALUE', 'FOC_VALUE'], {
      words: { staff: { FREIGHT_VALUE: 'Freight and payment terms', FOC_VALUE: 'Free goods' }, buyer: {} },
    }),
    sbuId: reference(sbu),
    nidId: reference(nid, {
      optional: true,
      onlyIf: { limitType: 'DISCOUNT_PCT' },
      hint: 'Only for discounts; a row with an NID takes precedence',
    }),
    employeeId: reference(employee),
    level: integer({ min: 1, max: 5, hint: '1 approves first' }),
    maxValue: decimal({ scale: 2, min: 0, label: 'Up to', hint: 'Percent or rupees, two decimals' }),
    ...confirmation(),
    ...effectivePeriod(),
  },
  key: ['limitType', 'sbuId', 'nidId', 'employeeId'],
  display: ['limitType', 'sbuId', 'employeeId'],
  list: ['limitType', 'sbuId', 'nidId', 'employeeId', 'level', 'maxValue', 'confirmStatus', 'validFrom', 'validTo'],
  filters: ['limitType', 'sbuId', 'employeeId'],
  sort: ['limitType', 'sbuId', 'level'],
  indexes: [['limitType', 'sbuId', 'level'], ['employeeId']],
  rules: [
    {
      field: 'maxValue',
      code: 'RANGE',
      message: 'must be at most 100 when it is a percentage',
      check: row => !row.limitType.endsWith('_PCT') || row.maxValue <= 10_000,
    },
  ],
  access: limits,
  whatIf: { lines: { sbuId: 'sbuId' }, once: { confirmStatus: 'CONFIRMED' } },
  within: {
    SALES_MANAGER: { sbuId: 'mySbus' },
    PRICING_APPROVER: { sbuId: 'mySbus' },
    CREDIT_CONTROLLER: { sbuId: 'mySbus' },
  },
})

export type ApprovingLimit = Row<typeof approvingLimits>
