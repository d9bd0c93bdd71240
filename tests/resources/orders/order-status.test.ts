import { describe, expect, it } from 'vitest'
import { approvalInSentence, orderStatusText } from '../../../resources/orders/order-status.ts'
import { approvalSteps, orderStates } from '../../../resources/trade.ts'

const pending = { status: 'PENDING', pendingStep: 'MY_APPROVAL', waitingFor: 'Meena Kulkarni' }

describe('the state of an order', () => {
  it('tells our own people who it is waiting for, and why', () => {
    expect(orderStatusText(pending, 'staff')).toBe('Waiting for Meena Kulkarni (discount)')
    expect(orderStatusText({ status: 'PENDING', pendingStep: 'LIMIT' }, 'staff')).toBe(
      'Waiting for approval (credit limit)',
    )
    expect(orderStatusText({ status: 'APPROVED' }, 'staff')).toBe('Approved, not in SAP yet')
    expect(orderStatusText({ status: 'DEAD' }, 'staff')).toBe('Expired')
  })

  it('tells buyers neither names nor approvals, only that it is being checked', () => {
    expect(orderStatusText(pending, 'buyer')).toBe('Being checked')
    expect(orderStatusText({ status: 'PENDING', isForAcceptance: true }, 'buyer')).toBe('Waiting for acceptance')
    expect(orderStatusText({ status: 'APPROVED' }, 'buyer')).toBe('Approved, being booked')
    for (const status of orderStates)
      for (const pendingStep of approvalSteps)
        expect(orderStatusText({ status, pendingStep, waitingFor: 'Meena Kulkarni' }, 'buyer')).not.toMatch(
          /SAP|Meena|discount|limit|level/i,
        )
  })

  it('of a draft that came back says so to both', () => {
    const back = { status: 'DRAFT', submittedAt: '2026-11-20T05:30:00.000Z' }
    expect(orderStatusText(back, 'staff')).toBe('Sent back for correction')
    expect(orderStatusText(back, 'buyer')).toBe('Sent back for correction')
    expect(orderStatusText({ status: 'DRAFT', submittedAt: null }, 'buyer')).toBe('Draft')
  })
})

it('names of approvals keep their capitals inside a sentence', () => {
  expect(approvalSteps.map(approvalInSentence)).toEqual([
    'EUD approval',
    'rate contract approval',
    'CSC check',
    'limit price approval',
    'discount approval',
    'credit limit approval',
    'acceptance',
  ])
})
