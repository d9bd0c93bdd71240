import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { attachedComplaint } from '../../../api/complaints/complaint-process.ts'
import { takeDueSteps } from '../../../api/derive/process/due-steps.ts'
import { type ComplaintStatus, complaintStates } from '../../../resources/complaints/complaint-states.ts'
import { statesOf } from '../../../resources/define/process/states.ts'
import { complaintDesk } from '../../support/cases/complaint-desk.ts'

const desk = await complaintDesk()
const { portal, people, types, ids, row, opened, step, category, clockAt } = desk
afterAll(desk.close)
beforeEach(() => clockAt())

const open = ['NEW', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'REOPENED'] as const
const stays = Object.fromEntries(open.map(status => [status, status]))

type Who = keyof typeof people
interface Event {
  /** Somebody who may, and those who may not. */
  by: Who
  not: readonly Who[]
  says?: object
  /** Where it leads from each status; from the others it is refused. */
  to: Partial<Record<ComplaintStatus, ComplaintStatus>>
}
const answered = { remark: 'We called back', resolution: 'EXPLAINED', rootCause: 'Wrong extension' }

/** Each event with the statuses in which it happens; statuses that it does not name refuse it. */
const events: Record<string, Event> = {
  take: { by: 'agent', not: ['buyer', 'owner'], to: { NEW: 'ASSIGNED' } },
  reassign: {
    by: 'agent',
    not: ['buyer', 'owner'],
    says: { ownerEmployeeId: ids.colleague },
    to: { ...stays, NEW: 'ASSIGNED' },
  },
  start: { by: 'owner', not: ['buyer'], to: { ASSIGNED: 'IN_PROGRESS' } },
  ask: {
    by: 'owner',
    not: ['buyer'],
    says: { remark: 'Which number?' },
    to: { IN_PROGRESS: 'WAITING_CUSTOMER', REOPENED: 'WAITING_CUSTOMER' },
  },
  reply: { by: 'buyer', not: [], says: { remark: '022 5551' }, to: { WAITING_CUSTOMER: 'IN_PROGRESS' } },
  resolve: { by: 'owner', not: ['buyer'], says: answered, to: { IN_PROGRESS: 'RESOLVED', REOPENED: 'RESOLVED' } },
  changePriority: { by: 'owner', not: ['buyer'], says: { priority: 'HIGH' }, to: stays },
  // The queue looks for an owner again.
  changeCategory: { by: 'owner', not: ['buyer'], to: { ...stays, NEW: 'ASSIGNED' } },
  // It was resolved by a credit note whose number is not known yet.
  enterCredit: {
    by: 'owner',
    not: ['buyer'],
    says: { settlementNoteNo: 'CN-TABLE' },
    to: { RESOLVED: 'RESOLVED', CLOSED: 'CLOSED' },
  },
  accept: { by: 'buyer', not: ['owner', 'agent', 'manager'], to: { RESOLVED: 'CLOSED' } },
  reject: { by: 'buyer', not: ['owner'], says: { remark: 'Still nobody calls' }, to: { RESOLVED: 'REOPENED' } },
  cancel: {
    by: 'buyer',
    not: ['owner', 'manager'],
    says: { remark: 'Found it' },
    to: { NEW: 'CANCELLED', ASSIGNED: 'CANCELLED' },
  },
}

let id: number
beforeAll(async () => {
  await clockAt()
  id = await opened()
  await desk.noteInSap('CN-TABLE')
  events.changeCategory!.says = { categoryId: await category('DELIVERY') }
})

/** Puts a complaint where it is asked about, an hour after it came there. */
async function stand(complaintId: number, status: ComplaintStatus, more: object = {}) {
  const at = '2026-11-20T05:30:00.000Z'
  const isResolved = status === 'RESOLVED' || status === 'CLOSED'
  await portal
    .db('complaint')
    .where({ id: complaintId })
    .update({
      status,
      categoryId: types.service,
      complaintType: 'SERVICE',
      ownerEmployeeId: status === 'NEW' ? null : ids.keeper,
      pausedAt: status === 'WAITING_CUSTOMER' || isResolved ? at : null,
      resolvedAt: isResolved ? at : null,
      closedAt: status === 'CLOSED' ? at : null,
      resolution: isResolved ? 'CREDIT_NOTE' : null,
      settlementNoteNo: null,
      ...more,
    })
}

describe.each(statesOf(complaintStates))('a complaint that is %s', status => {
  it.each(Object.entries(events))('meets “%s” as the table says', async (name, { by, not, says, to }) => {
    await stand(id, status)
    const before = await row(id)
    // Nobody owns what waits in the queue: the service centre acts there.
    const who = people[status === 'NEW' && by === 'owner' ? 'agent' : by]
    for (const one of not) if (to[status]) expect((await step(people[one], id, name, says as never)).status).toBe(403)
    const { status: code, body } = await step(who, id, name, says as never)
    if (to[status]) {
      expect([code, body.status]).toEqual([201, to[status]])
      return
    }
    expect([code, body.errors?.[0]?.code ?? body.className]).toEqual([409, 'NOT_ALLOWED_STATE'])
    expect(await row(id)).toEqual(before)
  })
})

it('the night resolves and closes what waited long enough, and touches no other status', async () => {
  const made = new Map<ComplaintStatus, number>()
  for (const status of statesOf(complaintStates)) {
    made.set(status, await opened())
    await stand(made.get(status)!, status)
  }
  const quality = await opened()
  await stand(quality, 'WAITING_CUSTOMER', { complaintType: 'PRODUCT_QUALITY' })
  await clockAt('2026-12-20T06:30:00.000Z')
  await takeDueSteps(portal.db, attachedComplaint)
  const now = await Promise.all(statesOf(complaintStates).map(async status => (await row(made.get(status)!)).status))
  const after = Object.fromEntries(statesOf(complaintStates).map((status, at) => [status, now[at]]))
  expect(after).toEqual({ ...after, ...stays, WAITING_CUSTOMER: 'RESOLVED', RESOLVED: 'CLOSED', CLOSED: 'CLOSED' })
  expect(after.CANCELLED).toBe('CANCELLED')
  expect((await row(quality)).status).toBe('WAITING_CUSTOMER')
})
