import type { WaitingInvoice } from '../../resources/dispatches/commands/booking-desk.ts'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { pod } from '../../resources/dispatches/pods/pod.ts'
import { trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { ask } from '../derive/command/ask.ts'
import { rowsOf } from '../shell/rows.ts'
import type { EventRow } from './lr/use-lr.ts'
import { type LrRow, waitingInvoices } from './lr-api.ts'
import type { PodRow } from './pods/pod-api.ts'

/** What waits for the dispatch desk, the oldest first. */
export async function deskTasks() {
  const [awaited, contradicting, flagged, partB, claims, undecided, rests] = await Promise.all([
    rowsOf(trackingEvent).all<EventRow>({ where: { confirmation: 'AWAITED', voidNo: 0 }, sort: { id: 1 } }),
    rowsOf(pod).all<PodRow>({ where: { comparison: 'CONTRADICTS' }, sort: { id: 1 } }),
    rowsOf(lr).all<LrRow>({ where: { deskTask: { $ne: '' } }, sort: { id: 1 } }),
    rowsOf(lr).all<LrRow>({ where: { partBDue: true }, sort: { id: 1 } }),
    rowsOf(lr).all<LrRow>({ where: { claimStatus: 'NOTICE_DUE' }, sort: { claimDue: 1, id: 1 } }),
    undecidedLrs(),
    unsentRests(),
  ])
  return { awaited, contradicting, flagged, partB, claims, undecided, rests }
}

/** LRs whose goods came back, were lost, or are partly missing, until the desk has said what becomes of them. */
async function undecidedLrs(): Promise<LrRow[]> {
  const invoices = await rowsOf(invoice).all<{ id: number }>({
    where: { dispatchStatus: { $in: gone }, isCancelled: false, settledAt: null },
    sort: { id: 1 },
  })
  const [back, partly] = await Promise.all([
    lrsOf(invoices.map(({ id }) => id)),
    rowsOf(lr).all<LrRow>({ where: { deliveryStatus: 'PARTIAL_DELIVERED' }, sort: { id: 1 } }),
  ])
  return [...back, ...partly]
}

async function lrsOf(invoiceIds: number[]): Promise<LrRow[]> {
  const where = { outcome: 'NONE' } as const
  const lines = await rowsOf(lrLine).whose<'invoiceId', { lrId: number }>('invoiceId', invoiceIds, { where })
  const ids = lines.map(({ lrId }) => lrId)
  const lrs = await rowsOf(lr).whose<'id', LrRow>('id', ids, { where: { deliveryStatus: { $in: gone } } })
  return lrs.toSorted((a, b) => a.id - b.id)
}

const gone = ['RETURNED', 'LOST'] as const

export interface Rest extends WaitingInvoice {
  plantId: number
  plant: string
  shipTo: string
}

/** What is left at the plants of invoices that have gone out in part. */
async function unsentRests(): Promise<Rest[]> {
  const { plants } = await ask(waitingInvoices, {})
  const all = await Promise.all(plants.map(plant => ask(waitingInvoices, { plantId: plant.id, onlyRests: true })))
  return all.flatMap(({ groups }, at) =>
    groups.flatMap(({ shipTo, invoices }) =>
      invoices.map(one => ({ ...one, shipTo, plantId: plants[at]!.id, plant: plants[at]!.name })),
    ),
  )
}
