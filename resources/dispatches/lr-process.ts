import { rolesHolding } from '../capabilities.ts'
import { type Actor, process, refusalOf, stepsFor } from '../define/process/process.ts'
import { wordOf } from '../define/process/states.ts'
import type { DeliveryStatus } from '../trade.ts'
import { lrStates } from './lr-states.ts'

/** A consignment, as far as its flow asks. */
export interface LrSubject {
  status: DeliveryStatus
  podStatus: string
  billStatus: string
  /** Whether an order with goods on it is closed. */
  orderIsClosed: boolean
}

const reporters = rolesHolding('reportTrackingEvents')
/** Who reports as the dispatch desk. */
export const asDesk: readonly Actor[] = rolesHolding('reportAsDispatchDesk')
/** Who reports as the transporter. */
export const asTransporter: readonly Actor[] = reporters.filter(role => !asDesk.includes(role))

/** Why neither void nor reopen is possible any more: somebody has relied on the delivery; undefined when it is. */
export function reliedUpon({ podStatus, billStatus, orderIsClosed }: LrSubject): string | undefined {
  if (billStatus === 'APPROVED' || billStatus === 'PAID')
    return 'The transporter’s bill is approved, so the event stays: upload a POD that says otherwise, and Finance decides'
  if (podStatus === 'ACCEPTED') return 'The POD is accepted, so the event stays: upload a POD that says otherwise'
  return orderIsClosed ? 'The order is closed, so the event stays: upload a POD that says otherwise' : undefined
}

const proofOrBill = ({ podStatus, billStatus }: LrSubject) =>
  podStatus !== 'NONE' || billStatus !== 'UNBILLED'
    ? 'Event cannot be “Cancelled”: the LR has a POD or a transporter’s bill already'
    : undefined

const moving = ['IN_TRANSIT', 'AT_HUB'] as const
/** What may follow a wrongly reported delivery. */
const reopenedTo = ['IN_TRANSIT', 'OUT_FOR_DELIVERY', 'PARTIAL_DELIVERED', 'UNDELIVERED'] as const

/** The life of a consignment: each event by its code, and what only the dispatch desk does. */
const lrProcess = process<LrSubject>()({
  of: 'lr',
  noun: 'LR',
  ...lrStates,
  steps: {
    /** Comes with the LR itself. */
    BOOKED: { label: 'Booked', from: [], to: 'BOOKED', by: ['system'] },
    /** Again and again, each time at another place. */
    IN_TRANSIT: { label: 'In transit', from: ['BOOKED', ...moving, 'UNDELIVERED'], to: 'IN_TRANSIT', by: reporters },
    AT_HUB: {
      label: 'At the transporter’s hub',
      from: ['BOOKED', ...moving, 'OUT_FOR_DELIVERY', 'UNDELIVERED'],
      to: 'AT_HUB',
      by: reporters,
    },
    OUT_FOR_DELIVERY: {
      label: 'Out for delivery',
      from: ['BOOKED', ...moving, 'UNDELIVERED'],
      to: 'OUT_FOR_DELIVERY',
      by: reporters,
    },
    DELIVERED: {
      label: 'Delivered',
      from: ['BOOKED', ...moving, 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'PARTIAL_DELIVERED'],
      to: 'DELIVERED',
      by: reporters,
    },
    PARTIAL_DELIVERED: {
      label: 'Partly delivered',
      from: ['BOOKED', ...moving, 'OUT_FOR_DELIVERY'],
      to: 'PARTIAL_DELIVERED',
      by: reporters,
    },
    UNDELIVERED: {
      label: 'Not delivered',
      from: [...moving, 'OUT_FOR_DELIVERY'],
      to: 'UNDELIVERED',
      by: reporters,
    },
    RETURNED: {
      label: 'Returned',
      from: [...moving, 'UNDELIVERED', 'PARTIAL_DELIVERED'],
      to: 'RETURNED',
      by: reporters,
    },
    LOST: {
      label: 'Lost',
      from: ['BOOKED', ...moving, 'OUT_FOR_DELIVERY', 'UNDELIVERED', 'PARTIAL_DELIVERED'],
      to: 'LOST',
      by: reporters,
    },
    CANCELLED: { label: 'Cancelled', from: ['BOOKED'], to: 'CANCELLED', by: asDesk, unless: proofOrBill },
    reopen: {
      label: 'Reopen the delivery',
      from: ['DELIVERED'],
      to: reopenedTo,
      by: asDesk,
      unless: reliedUpon,
      remark: { label: 'Remark', needed: true },
    },
    /** What is missing will not come any more. */
    settleBalance: {
      label: 'Settle the balance',
      from: ['PARTIAL_DELIVERED'],
      to: 'DELIVERED',
      by: asDesk,
      remark: { label: 'Remark', needed: true },
    },
  },
})

/** The steps that are not reported as an event of their own name. */
const acts = ['reopen', 'settleBalance']

/**
 * The events that somebody may report next, in the order of the flow. Of a delivered consignment the desk may choose
 * among those that reopen it.
 */
export function eventsFor(lr: LrSubject, actors: readonly Actor[]): DeliveryStatus[] {
  const { steps } = stepsFor(lrProcess, lr, actors)
  const events = steps.filter(step => !acts.includes(step)) as DeliveryStatus[]
  return steps.includes('reopen') ? [...reopenedTo] : events
}

/** Whether the flow leads from one status to another by an event; a reopening is none. */
export const follows = (from: DeliveryStatus, to: DeliveryStatus): boolean =>
  (lrProcess.steps[to].from as readonly DeliveryStatus[]).includes(from)

/** Why an event cannot follow, as a sentence about the field `eventCode`; undefined when it can. */
export function eventRefusal(lr: LrSubject, event: DeliveryStatus, actors: readonly Actor[]): string | undefined {
  const { status } = lr
  if (event === 'BOOKED') return 'Event “Booked” comes with the LR itself: choose another'
  if (status === 'CANCELLED') return 'The LR is cancelled: nothing can be reported for it'
  const reopens = status === 'DELIVERED' && (reopenedTo as readonly DeliveryStatus[]).includes(event)
  const refused = refusalOf(
    lrProcess,
    reopens && actors.some(one => asDesk.includes(one)) ? 'reopen' : event,
    lr,
    actors,
  )
  if (!refused) return undefined
  const step = lrProcess.steps[event]
  if (refused.code === 'FORBIDDEN') return `Event “${step.label}” is for the dispatch desk: ask them`
  if (reopens || (step.from as readonly DeliveryStatus[]).includes(status)) {
    // A guard has spoken, unless a transporter would reopen.
    if (!(reopens && !actors.some(one => asDesk.includes(one)))) return refused.message
    return 'The LR is delivered: only the dispatch desk can reopen it'
  }
  const next = eventsFor(lr, actors).map(code => `“${wordOf(lrProcess, code)}”`)
  return `Event must fit the LR, which is “${wordOf(lrProcess, status)}”: ${next.length === 0 ? 'nothing can follow' : `choose ${next.join(', ')}`}`
}
