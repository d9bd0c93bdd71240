import { describe, expect, it } from 'vitest'
import { type Actor, refusalOf, stepsFor } from '../../resources/define/flow.ts'
import { type OrderSubject, orderFlow } from '../../resources/orders/order-flow.ts'
import { type OrderState, orderStates } from '../../resources/trade.ts'

const subject = (status: OrderState, more: Partial<OrderSubject> = {}): OrderSubject => ({
  status,
  openLineCount: 1,
  isSending: false,
  isStuck: false,
  ...more,
})
const offered = (status: OrderState, actors: Actor[], more: Partial<OrderSubject> = {}) =>
  stepsFor(orderFlow, subject(status, more), actors)

describe('the steps of an order', () => {
  it('offer the person who placed a draft to save, submit and delete it', () => {
    expect(offered('DRAFT', ['SALES_REP', 'owner'])).toEqual(['save', 'submit', 'delete'])
    expect(offered('DRAFT', ['SALES_REP'])).toEqual(['save'])
    expect(offered('DRAFT', ['AUDITOR'])).toEqual([])
  })

  it('offer the approval to whom the task belongs and to nobody else, not even the administrator', () => {
    expect(offered('PENDING', ['SALES_MANAGER', 'assignee'])).toEqual(['approve', 'reject', 'sendBack'])
    expect(offered('PENDING', ['SALES_MANAGER', 'PRICING_APPROVER', 'SYS_ADMIN'])).toEqual([])
  })

  it('refuse to submit an order without lines, and say so', () => {
    expect(refusalOf(orderFlow, 'submit', subject('DRAFT', { openLineCount: 0 }), ['owner'])).toEqual({
      code: 'NOT_ALLOWED_STATE',
      message: 'The order has no lines: add at least one product',
    })
  })

  it('let an order be cancelled before SAP has it, and not while it is on its way', () => {
    for (const status of ['PENDING', 'APPROVED', 'IN_ERROR'] as const)
      expect(offered(status, ['CUSTOMER'])).toContain('cancel')
    expect(offered('APPROVED', ['CSC_AGENT'], { isSending: true })).not.toContain('cancel')
    for (const status of ['CONFIRMED', 'DISPATCHED', 'DELIVERED'] as const) {
      expect(offered(status, ['CSC_AGENT', 'owner'])).toEqual([])
    }
  })

  it('offer a retry only when an order is stuck', () => {
    expect(offered('APPROVED', ['SYS_ADMIN'])).toEqual([])
    expect(offered('APPROVED', ['SYS_ADMIN'], { isStuck: true })).toEqual(['retry'])
  })

  it('let an order in error be corrected and resubmitted by its owner and the service centre', () => {
    for (const actor of ['owner', 'CSC_AGENT'] as const) {
      expect(offered('IN_ERROR', [actor])).toEqual(['correct', 'resubmit', 'cancel', 'delete'])
    }
  })

  it('let what ended be copied, and deleted once rejected', () => {
    expect(offered('REJECTED', ['owner', 'CUSTOMER'])).toEqual(['delete', 'copy'])
    expect(offered('CLOSED', ['CUSTOMER'])).toEqual(['copy'])
  })

  it('ask for a remark wherever somebody else has to be told why', () => {
    const steps = Object.entries(orderFlow.steps).filter(([, step]) => step.remark === 'required')
    expect(steps.map(([name]) => name)).toEqual(['reject', 'sendBack', 'cancel', 'delete'])
  })

  it('keep what SAP and the carriers decide to the system alone', () => {
    for (const name of ['release', 'sapConfirmed', 'sapRefused', 'dispatch', 'deliver'] as const) {
      expect(orderFlow.steps[name].by).toEqual(['system'])
    }
    expect(offered('APPROVED', ['system'])).toEqual(['release', 'sapConfirmed', 'sapRefused'])
  })

  it('reach every state that the order of today needs', () => {
    const reached = new Set(Object.values(orderFlow.steps).flatMap(({ to }) => to))
    const later: OrderState[] = ['CLOSED', 'DEAD']
    expect(orderStates.filter(state => !reached.has(state))).toEqual(later)
  })
})
