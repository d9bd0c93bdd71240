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
  const ended = await rowsOf(invoice).all<{ id: number; settledAt: string | null }>({
    where: { dispatchStatus: { $in: gone }, isCancelled: false },
    sort: { id: 1 },
  })
  const invoices = ended.filter(({ settledAt }) => settledAt === null)
  const [back, partly] = await Promise.all([
    lrsOf(invoices.slice(0, MOST).map(({ id }) => id)),
    rowsOf(lr).all<LrRow>({ where: { deliveryStatus: 'PARTIAL_DELIVERED' }, sort: { id: 1 } }),
  ])
  return [...back, ...partly]
}

async function lrsOf(invoiceIds: number[]): Promise<LrRow[]> {
  if (invoiceIds.length === 0) return []
  const lines = await rowsOf(lrLine).all<{ lrId: number }>({
    where: { invoiceId: { $in: invoiceIds }, outcome: 'NONE' },
  })
  const ids = [...new Set(lines.map(({ lrId }) => lrId))]
  if (ids.length === 0) return []
  return rowsOf(lr).all<LrRow>({ where: { id: { $in: ids }, deliveryStatus: { $in: gone } }, sort: { id: 1 } })
}

const gone = ['RETURNED', 'LOST'] as const

/** More are shown once the first are decided. */
const MOST = 100

export interface Rest extends WaitingInvoice {
  plantId: number
  plant: string
  shipTo: string
}

/** What is left at the plants of invoices that have gone out in part. */
async function unsentRests(): Promise<Rest[]> {
  const { plants } = await ask(waitingInvoices, {})
  const all = await Promise.all(plants.map(plant => ask(waitingInvoices, { plantId: plant.id })))
  return all.flatMap(({ groups }, at) =>
    groups.flatMap(({ shipTo, invoices }) =>
      invoices
        .filter(({ isPart }) => isPart)
        .map(one => ({ ...one, shipTo, plantId: plants[at]!.id, plant: plants[at]!.name })),
    ),
  )
}
