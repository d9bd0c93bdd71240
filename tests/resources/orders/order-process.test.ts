import { describe, expect, it } from 'vitest'
import { type Actor, refusalOf, type Step, stepsFor } from '../../../resources/define/process/process.ts'
import { type OrderSubject, plainOrder } from '../../../resources/orders/order-guards.ts'
import { type OrderAction, orderProcess } from '../../../resources/orders/order-process.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { approvalSteps, type OrderState, orderStates } from '../../../resources/trade.ts'

const subject = (status: OrderState, more: Partial<OrderSubject> = {}): OrderSubject => ({
  ...plainOrder,
  status,
  pendingStep: status === 'PENDING' ? 'MY_APPROVAL' : null,
  isCancellable: true,
  isCopyable: true,
  ...more,
})
const offered = (status: OrderState, actors: Actor[], more: Partial<OrderSubject> = {}) =>
  stepsFor(orderProcess, subject(status, more), actors).steps

describe('the steps of an order', () => {
  it('offer the person who placed a draft to save, submit and delete it', () => {
    expect(offered('DRAFT', ['SALES_REP', 'owner'])).toEqual(['save', 'submit', 'delete'])
    expect(offered('DRAFT', ['SALES_REP'])).toEqual(['save'])
    expect(offered('DRAFT', ['AUDITOR'])).toEqual([])
  })

  it('offer the approval to the assignee of the task and to nobody else, not even the administrator', () => {
    expect(offered('PENDING', ['SALES_MANAGER', 'assignee'])).toEqual(['approve', 'reject', 'sendBack', 'changeLine'])
    expect(offered('PENDING', ['SALES_MANAGER', 'PRICING_APPROVER', 'SYS_ADMIN'])).toEqual([])
  })

  it('refuse to submit an order without lines, with a sentence', () => {
    expect(refusalOf(orderProcess, 'submit', subject('DRAFT', { openLineCount: 0 }), ['owner'])).toMatchObject({
      code: 'NOT_ALLOWED_STATE',
      message: 'The order has no lines: add at least one product',
    })
  })

  it('let an order be cancelled before SAP has it, and not while it is being sent', () => {
    for (const status of ['PENDING', 'APPROVED', 'IN_ERROR'] as const)
      expect(offered(status, ['CUSTOMER'])).toContain('cancel')
    expect(offered('APPROVED', ['CSC_AGENT'], { isSending: true })).not.toContain('cancel')
    for (const status of ['CONFIRMED', 'DISPATCHED', 'DELIVERED'] as const) {
      expect(offered(status, ['CSC_AGENT', 'owner'])).not.toContain('cancel')
    }
  })

  it('offer a retry only when an order is stuck', () => {
    expect(offered('APPROVED', ['SYS_ADMIN'])).toEqual([])
    expect(offered('APPROVED', ['SYS_ADMIN'], { isStuck: true })).toEqual(['retry', 'markCreated', 'cancelStuck'])
  })

  it('let an order in error be corrected and resubmitted by its owner and the service centre', () => {
    for (const actor of ['owner', 'CSC_AGENT'] as const) {
      expect(offered('IN_ERROR', [actor])).toEqual(['correct', 'resubmit', 'cancel', 'deleteLines', 'delete'])
    }
  })

  it('let an ended order be copied, and a rejected one be deleted', () => {
    expect(offered('REJECTED', ['owner', 'CUSTOMER'])).toEqual(['delete', 'copy'])
    expect(offered('CLOSED', ['CUSTOMER'])).toEqual(['copy'])
    expect(offered('CLOSED', ['DISTRIBUTOR'], { isCopyable: false })).toEqual([])
  })

  it('require a remark wherever somebody else needs the reason', () => {
    const steps = Object.entries(orderProcess.steps).filter(([, step]) => (step as Step).remark?.needed)
    expect(steps.map(([name]) => name)).toEqual([
      'returnInCompany',
      'reject',
      'sendBack',
      'decline',
      'cancelStuck',
      'cancel',
      'cancelOpen',
      'askCancel',
      'deleteLines',
      'delete',
    ])
  })

  it('reserve the steps of SAP and the transporters to the system', () => {
    for (const name of ['release', 'sapConfirmed', 'sapRefused', 'dispatch', 'deliver', 'close', 'expire'] as const) {
      expect(orderProcess.steps[name].by).toEqual(['system'])
    }
    expect(offered('APPROVED', ['system'])).toEqual(['release', 'sapConfirmed', 'sapRefused'])
  })

  it('reach every state', () => {
    const reached = new Set(Object.values(orderProcess.steps).flatMap(({ to }) => to))
    expect(orderStates.length).toBeGreaterThan(10)
    expect(orderStates.filter(state => !reached.has(state))).toEqual([])
  })

  it('of an approval and of an acceptance exclude each other', () => {
    const acceptance = { pendingStep: 'ACCEPTANCE' as const }
    expect(offered('PENDING', ['assignee'], acceptance)).toEqual(['accept', 'decline'])
    expect(refusalOf(orderProcess, 'accept', subject('PENDING'), ['assignee'])?.message).toBe(
      'The order is not waiting for acceptance',
    )
  })

  it('let lines be changed in the five queues of our own desks, not by the credit desk', () => {
    const queues = approvalSteps.filter(pendingStep =>
      offered('PENDING', ['assignee'], { pendingStep }).includes('changeLine'),
    )
    expect(queues).toEqual(['EUD', 'RATE_CONTRACT', 'CSC', 'LIMIT_PRICE', 'MY_APPROVAL'])
  })

  it('offer nobody to cancel what was dispatched or is being cancelled', () => {
    expect(offered('CONFIRMED', ['SALES_MANAGER'])).toEqual(['cancelOpen'])
    expect(offered('CONFIRMED', ['SALES_MANAGER', 'CUSTOMER'], { isCancellable: false })).toEqual([])
  })

  it('offer the service centre another requested date while something is still to come', () => {
    expect(offered('CONFIRMED', ['CSC_AGENT'])).toEqual(['cancelOpen', 'changeDate'])
    expect(offered('CONFIRMED', ['CSC_AGENT'], { openLineCount: 0, isCancellable: false })).toEqual([])
  })
})

const creators = ['CUSTOMER', 'DISTRIBUTOR', 'SALES_REP', 'SALES_MANAGER', 'CSC_AGENT'] as const
const underWay = ['CONFIRMED', 'PARTIALLY_DISPATCHED'] as const

/** The specified table of order steps: the statuses each starts from, and who takes it. */
const table: Record<OrderAction, { from: readonly OrderState[]; by: readonly Actor[] }> = {
  create: { from: [], by: creators },
  save: { from: ['DRAFT'], by: [...creators, 'owner'] },
  submit: { from: ['DRAFT'], by: ['owner'] },
  askCompany: { from: ['DRAFT', 'IN_ERROR'], by: ['system'] },
  approveInCompany: { from: ['DRAFT'], by: ['colleague'] },
  returnInCompany: { from: ['DRAFT'], by: ['colleague'] },
  approve: { from: ['PENDING'], by: ['assignee'] },
  reject: { from: ['PENDING'], by: ['assignee'] },
  sendBack: { from: ['PENDING'], by: ['assignee'] },
  changeLine: { from: ['PENDING'], by: ['assignee'] },
  block: { from: ['PENDING'], by: ['system'] },
  reroute: { from: ['PENDING'], by: ['system'] },
  accept: { from: ['PENDING'], by: ['assignee'] },
  decline: { from: ['PENDING'], by: ['assignee'] },
  release: { from: ['APPROVED'], by: ['system'] },
  sapConfirmed: { from: ['APPROVED'], by: ['system'] },
  sapRefused: { from: ['APPROVED'], by: ['system'] },
  correct: { from: ['IN_ERROR'], by: ['owner', 'CSC_AGENT'] },
  resubmit: { from: ['IN_ERROR'], by: ['owner', 'CSC_AGENT'] },
  retry: { from: ['APPROVED', ...underWay], by: ['CSC_AGENT', 'SYS_ADMIN'] },
  markCreated: { from: ['APPROVED'], by: ['CSC_AGENT', 'SYS_ADMIN'] },
  cancelStuck: { from: ['APPROVED'], by: ['SYS_ADMIN'] },
  dispatch: { from: underWay, by: ['system'] },
  recall: { from: ['PARTIALLY_DISPATCHED', 'DISPATCHED'], by: ['system'] },
  deliver: { from: ['DISPATCHED'], by: ['system'] },
  undeliver: { from: ['DELIVERED'], by: ['system'] },
  close: { from: ['DELIVERED'], by: ['system'] },
  cancel: { from: ['PENDING', 'APPROVED', 'IN_ERROR'], by: ['owner', 'CUSTOMER', 'DISTRIBUTOR', 'CSC_AGENT'] },
  cancelOpen: { from: underWay, by: ['CSC_AGENT', 'SALES_MANAGER'] },
  askCancel: { from: underWay, by: ['CUSTOMER', 'DISTRIBUTOR'] },
  changeDate: { from: underWay, by: ['CSC_AGENT'] },
  dateChanged: { from: underWay, by: ['system'] },
  dateKept: { from: underWay, by: ['system'] },
  openCancelled: { from: underWay, by: ['system'] },
  sapChanged: { from: underWay, by: ['system'] },
  sapWarned: { from: underWay, by: ['system'] },
  sapDated: { from: underWay, by: ['system'] },
  sapHeld: { from: [...underWay, 'DISPATCHED', 'DELIVERED'], by: ['system'] },
  sapReleased: { from: [...underWay, 'DISPATCHED', 'DELIVERED'], by: ['system'] },
  sapHeldInside: { from: [...underWay, 'DISPATCHED', 'DELIVERED'], by: ['system'] },
  sapReleasedInside: { from: [...underWay, 'DISPATCHED', 'DELIVERED'], by: ['system'] },
  openKept: { from: underWay, by: ['system'] },
  deleteLines: { from: ['PENDING', 'IN_ERROR'], by: ['owner', 'CSC_AGENT'] },
  delete: { from: ['DRAFT', 'PENDING', 'IN_ERROR', 'REJECTED'], by: ['owner', 'CSC_AGENT'] },
  expire: { from: ['DRAFT', 'PENDING', 'IN_ERROR'], by: ['system'] },
  copy: { from: ['REJECTED', 'CANCELLED', 'DEAD', 'DELETED', 'CLOSED'], by: creators },
}

/** An order to which no guard of the step objects. */
const ready = (step: OrderAction, status: OrderState) =>
  subject(status, {
    isAskedInCompany: step === 'approveInCompany' || step === 'returnInCompany',
    isStuck: step === 'retry' || step === 'markCreated' || step === 'cancelStuck',
    ...(status === 'PENDING' && (step === 'accept' || step === 'decline') && { pendingStep: 'ACCEPTANCE' }),
  })

describe.each(Object.keys(table) as OrderAction[])('the step %s', step => {
  const { from, by } = table[step]
  const actors: Actor[] = [...roleCodes, 'owner', 'assignee', 'colleague', 'system']

  it('is taken by the people and from the states in the table, and refused otherwise with the right code', () => {
    for (const status of orderStates) {
      for (const actor of actors) {
        const refusal = refusalOf(orderProcess, step, ready(step, status), [actor])
        const expected = !by.includes(actor) ? 'FORBIDDEN' : from.includes(status) ? undefined : 'NOT_ALLOWED_STATE'
        expect(`${status} ${actor} ${refusal?.code}`).toBe(`${status} ${actor} ${expected}`)
      }
    }
  })
})
