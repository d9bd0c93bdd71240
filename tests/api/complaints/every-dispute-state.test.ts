import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisputeStatus, disputeStates } from '../../../resources/complaints/dispute-states.ts'
import { statesOf } from '../../../resources/define/process/states.ts'
import { disputeDesk } from '../../support/cases/dispute-desk.ts'

const desk = await disputeDesk()
const { portal, people, ids, row, opened, step, userOf } = desk
afterAll(desk.close)

const DISPUTED = 10_000_00
type Who = keyof typeof people
interface Event {
  /** Somebody who may, and those who may not. */
  by: Who
  not: readonly Who[]
  says?: object
  /** Whether an amount waits to be confirmed. */
  isProposed?: boolean
  /** Where it leads from each status; from the others it is refused. */
  to: Partial<Record<DisputeStatus, DisputeStatus>>
}

/** Each event with the statuses in which it happens; statuses that it does not name refuse it. */
const events: Record<string, Event> = {
  'is taken over': { by: 'finance', not: ['buyer', 'manager'], to: { OPEN: 'UNDER_REVIEW' } },
  'is accepted': {
    by: 'finance',
    not: ['buyer', 'manager', 'agent'],
    says: { acceptedAmount: DISPUTED, remark: 'Right' },
    to: { UNDER_REVIEW: 'ACCEPTED' },
  },
  'is accepted in part': {
    by: 'finance',
    not: ['buyer'],
    says: { acceptedAmount: DISPUTED - 1, remark: 'But for a paisa' },
    to: { UNDER_REVIEW: 'PARTLY_ACCEPTED' },
  },
  'is confirmed': { by: 'manager', not: ['buyer', 'finance'], isProposed: true, to: { UNDER_REVIEW: 'ACCEPTED' } },
  'is sent back': {
    by: 'manager',
    not: ['buyer', 'finance'],
    isProposed: true,
    says: { remark: 'Ask the plant first' },
    to: { UNDER_REVIEW: 'UNDER_REVIEW' },
  },
  'is rejected': { by: 'finance', not: ['buyer'], says: { remark: 'No' }, to: { UNDER_REVIEW: 'REJECTED' } },
  'is asked about': {
    by: 'finance',
    not: ['buyer'],
    says: { remark: 'Which page?' },
    to: { UNDER_REVIEW: 'WAITING_CUSTOMER' },
  },
  'is answered': {
    by: 'buyer',
    not: ['manager', 'agent'],
    says: { remark: 'Page 2' },
    to: { WAITING_CUSTOMER: 'UNDER_REVIEW' },
  },
  'is credited': {
    by: 'finance',
    not: ['buyer'],
    says: { settlementNoteNo: 'CN-TABLE' },
    to: { ACCEPTED: 'CREDIT_NOTE_ISSUED', PARTLY_ACCEPTED: 'CREDIT_NOTE_ISSUED' },
  },
  'is closed': { by: 'finance', not: ['buyer'], to: { CREDIT_NOTE_ISSUED: 'CLOSED', REJECTED: 'CLOSED' } },
  'is given to another': {
    by: 'finance',
    not: ['buyer'],
    says: { ownerEmployeeId: ids.colleague },
    to: {
      OPEN: 'UNDER_REVIEW',
      UNDER_REVIEW: 'UNDER_REVIEW',
      WAITING_CUSTOMER: 'WAITING_CUSTOMER',
      ACCEPTED: 'ACCEPTED',
      PARTLY_ACCEPTED: 'PARTLY_ACCEPTED',
    },
  },
  'is withdrawn': {
    by: 'buyer',
    not: ['finance', 'manager'],
    says: { remark: 'Found it' },
    to: { OPEN: 'WITHDRAWN', UNDER_REVIEW: 'WITHDRAWN', WAITING_CUSTOMER: 'WITHDRAWN' },
  },
}
const steps: Record<string, string> = {
  'is taken over': 'take',
  'is accepted': 'accept',
  'is accepted in part': 'accept',
  'is confirmed': 'confirm',
  'is sent back': 'sendBack',
  'is rejected': 'reject',
  'is asked about': 'ask',
  'is answered': 'reply',
  'is credited': 'enterCredit',
  'is closed': 'close',
  'is given to another': 'reassign',
  'is withdrawn': 'withdraw',
}

let id: number
let proposal: object
beforeAll(async () => {
  await desk.clockAt()
  id = await opened(DISPUTED)
  proposal = {
    proposedAmount: DISPUTED,
    proposedAnswer: 'Right',
    proposedById: await userOf('Sneha Accountant'),
  }
})

const stand = (status: DisputeStatus, isProposed: boolean) =>
  portal
    .db('ar_dispute')
    .where({ id })
    .update({
      status,
      ownerEmployeeId: status === 'OPEN' ? null : ids.accountant,
      acceptedAmount: { ACCEPTED: DISPUTED, PARTLY_ACCEPTED: DISPUTED - 1 }[status as string] ?? null,
      settlementNoteNo: null,
      closedAt: null,
      proposedAmount: null,
      proposedAnswer: null,
      proposedById: null,
      ...(isProposed && proposal),
    })

describe.each(statesOf(disputeStates))('a dispute that is %s', status => {
  it.each(Object.entries(events))('%s as the table says', async (event, { by, not, says, isProposed = false, to }) => {
    await stand(status, isProposed)
    await desk.noteInSap('CN-TABLE', status === 'PARTLY_ACCEPTED' ? DISPUTED - 1 : DISPUTED)
    const before = await row(id)
    const name = steps[event]!
    for (const one of not) if (to[status]) expect((await step(people[one], id, name, says as never)).status).toBe(403)
    const { status: code, body } = await step(people[by], id, name, says as never)
    if (to[status]) {
      expect([code, body.status]).toEqual([201, to[status]])
      return
    }
    expect([code, body.errors?.[0]?.code ?? body.className]).toEqual([409, 'NOT_ALLOWED_STATE'])
    expect(await row(id)).toEqual(before)
  })
})
