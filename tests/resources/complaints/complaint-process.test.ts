import { describe, expect, it } from 'vitest'
import { type ComplaintSubject, complaintProcess } from '../../../resources/complaints/complaint-process.ts'
import type { ComplaintStatus } from '../../../resources/complaints/complaint-states.ts'
import { type Actor, stepsFor } from '../../../resources/define/process/process.ts'
import { statesOf } from '../../../resources/define/process/states.ts'

const subject = (status: ComplaintStatus, more: Partial<ComplaintSubject> = {}) => ({
  status,
  complaintType: 'DAMAGE' as const,
  resolvedAt: '2026-11-20T06:30:00.000Z',
  today: '2026-11-24',
  ...more,
})
const steps = (status: ComplaintStatus, actors: Actor[], more = {}) =>
  stepsFor(complaintProcess, subject(status, more), actors).steps

/** Who takes what from where, once more. */
// biome-ignore format: a table, one row a status
const table: Record<ComplaintStatus, { CUSTOMER: string[]; CSC_AGENT: string[]; owner: string[]; AUDITOR: string[] }> = {
  NEW: { CUSTOMER: ['cancel'], CSC_AGENT: ['take', 'reassign', 'changePriority', 'changeCategory', 'cancel'], owner: ['changePriority', 'changeCategory'], AUDITOR: [] },
  ASSIGNED: { CUSTOMER: ['cancel'], CSC_AGENT: ['reassign', 'start', 'changePriority', 'changeCategory', 'cancel'], owner: ['start', 'changePriority', 'changeCategory'], AUDITOR: [] },
  IN_PROGRESS: { CUSTOMER: [], CSC_AGENT: ['reassign', 'ask', 'resolve', 'changePriority', 'changeCategory'], owner: ['ask', 'resolve', 'changePriority', 'changeCategory'], AUDITOR: [] },
  WAITING_CUSTOMER: { CUSTOMER: ['reply'], CSC_AGENT: ['reassign', 'reply', 'changePriority', 'changeCategory'], owner: ['reply', 'changePriority', 'changeCategory'], AUDITOR: [] },
  RESOLVED: { CUSTOMER: ['accept', 'reject'], CSC_AGENT: ['reject'], owner: [], AUDITOR: [] },
  REOPENED: { CUSTOMER: [], CSC_AGENT: ['reassign', 'ask', 'resolve', 'changePriority', 'changeCategory'], owner: ['ask', 'resolve', 'changePriority', 'changeCategory'], AUDITOR: [] },
  CLOSED: { CUSTOMER: [], CSC_AGENT: [], owner: [], AUDITOR: [] },
  CANCELLED: { CUSTOMER: [], CSC_AGENT: [], owner: [], AUDITOR: [] },
}

describe('the flow of a complaint', () => {
  it.each(statesOf(complaintProcess))('offers each reader their steps while it is %s', status => {
    for (const [actor, expected] of Object.entries(table[status]))
      expect(steps(status, [actor as Actor])).toEqual(expected)
  })

  it('lets QA alone resolve a quality complaint, and never silence', () => {
    const quality = { complaintType: 'PRODUCT_QUALITY' }
    expect(steps('IN_PROGRESS', ['QA'], quality)).toContain('resolveQuality')
    expect(steps('IN_PROGRESS', ['QA'], quality)).not.toContain('resolve')
    expect(steps('IN_PROGRESS', ['owner', 'CSC_AGENT'], quality)).not.toContain('resolve')
    expect(steps('WAITING_CUSTOMER', ['system'], quality)).toEqual([])
    expect(steps('WAITING_CUSTOMER', ['system'])).toEqual(['lapse'])
  })

  it('lets a complaint be reopened for seven calendar days', () => {
    const on = (today: string) => steps('RESOLVED', ['CUSTOMER'], { today })
    expect(on('2026-11-27')).toContain('reject')
    expect(on('2026-11-28')).not.toContain('reject')
  })
})
