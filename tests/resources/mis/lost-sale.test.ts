import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LostSaleFacts,
  lostParts,
  lostSaleCause,
  lostSaleCauses,
  lostSaleRules,
} from '../../../resources/mis/sales/lost-sale.ts'
import { approvalSteps } from '../../../resources/trade.ts'

const part = (facts: Partial<LostSaleFacts>): LostSaleFacts => ({
  part: 'OVERDUE',
  orderedAgain: 0,
  reason: null,
  stoppedAt: null,
  eudStatus: 'NOT_REQUIRED',
  inSap: 0,
  isShort: 0,
  isApprovedLate: 0,
  ...facts,
})
const bit = fc.constantFrom<0 | 1>(0, 1)
const facts: fc.Arbitrary<LostSaleFacts> = fc.record({
  part: fc.constantFrom(...lostParts),
  orderedAgain: bit,
  reason: fc.option(fc.constantFrom('WRONG', 'BUDGET', 'CREDIT', 'NOSTOCK', 'PRICE', 'LATE', 'OTHER')),
  stoppedAt: fc.option(fc.constantFrom(...approvalSteps)),
  eudStatus: fc.constantFrom('NOT_REQUIRED', 'REQUIRED', 'SUBMITTED', 'APPROVED', 'REJECTED'),
  inSap: bit,
  isShort: bit,
  isApprovedLate: bit,
})

describe('the cause of a lost sale', () => {
  it('is one for each part, so that the causes add up to the paisa to what was not supplied', () => {
    const parts = fc.array(fc.tuple(facts, fc.integer({ min: 0, max: 900_000_000_000 })), { maxLength: 60 })
    fc.assert(
      fc.property(parts, some => {
        const sums = Map.groupBy(some, ([one]) => lostSaleCause(one))
        const total = (values: readonly (readonly [LostSaleFacts, number])[]) =>
          values.reduce((all, [, value]) => all + value, 0)
        const added = lostSaleCauses.reduce((all, cause) => all + total(sums.get(cause) ?? []), 0)
        expect(added).toBe(total(some))
      }),
    )
  })

  it('has a rule for every cause but the last, in the order in which the causes stand', () => {
    expect([...lostSaleRules.map(([cause]) => cause), 'OTHER']).toEqual(lostSaleCauses)
  })

  it.each<[string, Partial<LostSaleFacts>, (typeof lostSaleCauses)[number]]>([
    ['ordered again, whatever stopped it', { orderedAgain: 1, stoppedAt: 'LIMIT', part: 'REJECTED' }, 'ORDERED_AGAIN'],
    ['ordered by mistake while credit waited', { part: 'CANCELLED', reason: 'WRONG', stoppedAt: 'LIMIT' }, 'CUSTOMER'],
    ['refused by the regulatory officer', { part: 'REJECTED', stoppedAt: 'EUD' }, 'EUD'],
    ['overdue, its document not given', { eudStatus: 'REQUIRED', stoppedAt: 'CSC' }, 'EUD'],
    ['short in SAP, which has its document', { eudStatus: 'SUBMITTED', inSap: 1, isShort: 1 }, 'STOCK'],
    ['still waiting for credit', { stoppedAt: 'LIMIT' }, 'CREDIT'],
    ['rejected until invoices are paid', { part: 'REJECTED', stoppedAt: 'CSC', reason: 'CREDIT' }, 'CREDIT'],
    ['cancelled since it cannot be supplied', { part: 'CANCELLED', reason: 'NOSTOCK', inSap: 1 }, 'STOCK'],
    ['approved late and confirmed in part', { inSap: 1, isShort: 1, isApprovedLate: 1 }, 'STOCK'],
    ['its discount refused', { part: 'REJECTED', stoppedAt: 'MY_APPROVAL' }, 'PRICE'],
    ['its discount not decided in time', { part: 'LAPSED', stoppedAt: 'MY_APPROVAL' }, 'APPROVAL_DELAY'],
    ['approved after its day', { inSap: 1, isApprovedLate: 1 }, 'APPROVAL_DELAY'],
    ['confirmed and not sent', { inSap: 1 }, 'DISPATCH'],
    ['rejected at the CSC for another reason', { part: 'REJECTED', stoppedAt: 'CSC', reason: 'OTHER' }, 'OTHER'],
    ['in error', {}, 'OTHER'],
  ])('%s', (_, given, cause) => {
    expect(lostSaleCause(part(given))).toBe(cause)
  })
})
