import { dayOf, daysBetween } from '../define/dates.ts'
import { dayText } from '../define/show.ts'
import type { Lr } from './lr.ts'
import { type StatusReader, statusText } from './lr-status.ts'
import { arrived, ended, type PassportFacts, type PassportReader } from './passport-facts.ts'
import { daysText, type PassportPart, part } from './passport-part.ts'

/** The LR: where the goods are, and whether they are late, came back or are lost. */
export function lrPart(facts: PassportFacts, { at, reader }: PassportReader): PassportPart {
  const { lr } = facts
  const gaps = [missingGoods(facts, reader), lateBy(lr, dayOf(at))].filter(gap => gap !== null)
  return part('LR', lr.lrNo, statusText(lr.deliveryStatus, reader), {
    on: lr.deliveredOn ?? lr.lrDate,
    gap: gaps.length === 0 ? null : gaps.join('. '),
    link: `/dispatches/lr/${lr.id}`,
  })
}

const strandedWords: Partial<Record<Lr['deliveryStatus'], string>> = {
  PARTIAL_DELIVERED: 'A part of the goods has not arrived',
  UNDELIVERED: 'Delivery was tried and failed',
  RETURNED: 'The goods came back',
  LOST: 'The goods are lost',
}

/** Goods that did not arrive, until they are sent again or settled. */
function missingGoods({ lr, lines, invoices }: PassportFacts, reader: StatusReader): string | null {
  const settled = new Set(invoices.flatMap(({ id, settledAt }) => (settledAt ? [id] : [])))
  const isDecided = lines.every(
    ({ outcome, invoiceId }) =>
      outcome === 'SENT_AGAIN' || outcome === 'SETTLED' || (invoiceId ? settled.has(invoiceId) : false),
  )
  if (lines.length > 0 && isDecided) return null
  const words = strandedWords[lr.deliveryStatus] ?? null
  const waits = reader === 'staff' && (lr.deliveryStatus === 'RETURNED' || lr.deliveryStatus === 'LOST')
  return waits ? `${words}: send them again or settle them` : words
}

function lateBy({ deliveryStatus, expectedDeliveryDate }: PassportFacts['lr'], today: string): string | null {
  const late = ended.includes(deliveryStatus) ? 0 : daysBetween(expectedDeliveryDate, today)
  return late > 0 ? `Delivery ${daysText(late)} late: it was expected on ${dayText(expectedDeliveryDate)}` : null
}

const podStates = { UPLOADED: 'Waiting for verification', ACCEPTED: 'Accepted' } as const

/** The POD that counts, or since when there is none. */
export function podParts({ lr, pods }: PassportFacts, today: string): PassportPart[] {
  if (pods === null) return []
  const link = `/dispatches/lr/${lr.id}`
  const counts = pods.find(({ status }) => status === 'UPLOADED' || status === 'ACCEPTED')
  if (counts) {
    const { receivedBy, status, shortagePackages: short, damagePackages: damaged, deliveredOn: on = null } = counts
    const state = [podStates[status as 'ACCEPTED'], short && `${short} short`, damaged && `${damaged} damaged`]
    return [part('POD', receivedBy ? `Signed by ${receivedBy}` : '', state.filter(Boolean).join(', '), { on, link })]
  }
  if (!ended.includes(lr.deliveryStatus)) return [part('POD', '', 'After delivery')]
  if (!arrived.includes(lr.deliveryStatus)) return []
  const since = lr.deliveredOn === null ? 0 : daysBetween(lr.deliveredOn, today)
  const state = pods.some(({ status }) => status === 'REJECTED') ? 'Rejected' : 'Missing'
  return [part('POD', '', state, { gap: since > 0 ? `POD missing for ${daysText(since)}` : 'POD missing', link })]
}

/** Complaints that the papers of the delivery propose. */
export function complaintParts({ pods, feedbacks }: PassportFacts): PassportPart[] {
  const gap = 'Complaint is proposed and not opened'
  return [
    ...(pods ?? []).flatMap(pod =>
      pod.complaintProposal === 'PROPOSED' && pod.status !== 'REJECTED'
        ? [part('COMPLAINT', 'About the proof of delivery', 'Proposed', { gap })]
        : [],
    ),
    ...feedbacks.flatMap(({ complaintProposal }) =>
      complaintProposal === 'PROPOSED' ? [part('COMPLAINT', 'About the feedback', 'Proposed', { gap })] : [],
    ),
  ]
}
