import { dayOf, daysBetween } from '../../../resources/define/dates.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { contradictionText, lossText } from '../../../resources/dispatches/pods/pod-rules.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Tone, Words } from '../../derive/record/record-header.ts'
import { countText, dayInWords, daysText, plainDay } from '../../derive/record/when.ts'
import type { LrRow } from '../lr-api.ts'
import type { PodRow } from './pod-api.ts'

/** What the header of a POD says besides the POD. */
export interface BesidePod {
  today: string
  lr: LrRow
}

const states: Record<PodRow['status'], { tone: Tone; word: string }> = {
  UPLOADED: { tone: 'wait', word: 'Waits to be verified' },
  ACCEPTED: { tone: 'ok', word: 'Accepted' },
  REJECTED: { tone: 'bad', word: 'Rejected' },
  REPLACED: { tone: 'end', word: 'Replaced by another' },
}

function nextOf(pod: PodRow, { lr }: BesidePod): Words | null {
  const { status, packagesReceived } = pod
  if (pod.comparison === 'CONTRADICTS')
    return [{ strong: `${contradictionText(pod)}.` }, ' Say which of the two holds.']
  if (status === 'REJECTED') return ['The transporter uploads another one.']
  const loss = lossText(pod)
  const wrong = loss || (packagesReceived !== lr.packages ? `${packagesReceived} of ${lr.packages} received` : '')
  if (status === 'ACCEPTED') return wrong ? [{ strong: `Packages: ${wrong}.` }] : null
  return [
    ...(wrong ? [{ strong: `Packages: ${wrong}.` }, ' '] : []),
    'Check that it is readable, signed and matches what was entered.',
  ]
}

/** A proof of delivery, by its transporter and place. */
export const podHeader: RecordHeader<PodRow, BesidePod> = {
  resource: pod,
  who: { of: ['lrId'], say: (_, { lr }) => `${nameIn(lr.texts.transporterId)} to ${lr.texts.toCityId ?? ''}` },
  keys: [
    {
      of: ['lrId'],
      say: (_, { lr, today }) => ({
        text: `LR ${lr.lrNo} of ${dayInWords(lr.lrDate, today)}`,
        to: `/dispatches/lr/${lr.id}`,
      }),
    },
    { of: ['createdAt'], say: ({ createdAt }, { today }) => `uploaded ${dayInWords(dayOf(createdAt), today)}` },
  ],
  amount: {
    of: ['packagesReceived'],
    say: ({ packagesReceived }, { lr }) => ({
      value: countText(packagesReceived, 'package'),
      small: `of ${lr.packages} sent`,
    }),
  },
  state: { of: ['status'], say: ({ status }) => states[status] },
  next: {
    of: ['status', 'packagesReceived', 'shortagePackages', 'damagePackages', 'refusedPackages', 'comparison'],
    say: nextOf,
  },
  facts: [
    {
      label: 'Delivered',
      of: ['deliveredOn'],
      say: ({ deliveredOn }, { lr, today }) => {
        const late = daysBetween(lr.expectedDeliveryDate, deliveredOn)
        return {
          value: plainDay(deliveredOn, today),
          small: late > 0 ? `${daysText(late)} late` : 'on time',
          bad: late > 0,
        }
      },
    },
    { label: 'Signed by', of: ['receivedBy'], say: ({ receivedBy }) => ({ value: receivedBy }) },
    {
      label: 'Temperature',
      of: ['temperature', 'isLoggerRead'],
      say: ({ temperature, isLoggerRead }, { lr }) =>
        !!lr.loggerNo && {
          value: temperature === null ? '–' : `${temperature / 10} °C`,
          small: `logger ${lr.loggerNo} was ${isLoggerRead ? 'read' : 'not read'}`,
          bad: !isLoggerRead,
        },
    },
    {
      label: 'Complaint',
      of: ['complaintProposal'],
      say: ({ complaintProposal }) =>
        complaintProposal !== 'NONE' && {
          value: complaintProposal === 'OPENED' ? 'opened' : 'proposed',
          small: 'by what the POD says',
        },
    },
  ],
}
