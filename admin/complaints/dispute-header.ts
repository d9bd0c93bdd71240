import { arDispute } from '../../resources/complaints/ar-dispute.ts'
import { disputeStates, isUndecided } from '../../resources/complaints/dispute-states.ts'
import { dayOf } from '../../resources/define/dates.ts'
import { statesOf, wordsFor } from '../../resources/define/process/states.ts'
import { rupees } from '../../resources/define/show.ts'
import { tonesOf } from '../../resources/define/state-tones.ts'
import type { OptionReader } from '../../resources/option-words.ts'
import { nameIn } from '../derive/record/names.ts'
import type { RecordHeader, Words } from '../derive/record/record-header.ts'
import { dayInWords, momentInWords, plainDay } from '../derive/record/when.ts'
import { optionText } from '../derive/value-text.ts'
import { personNameOf } from '../orders/order-words.ts'
import type { DisputeRow } from './dispute-api.ts'

export interface BesideDispute {
  reader: OptionReader
  today: string
}

const tones = tonesOf(statesOf(disputeStates))

/** Who decides by when, or what was decided. */
function nextOf(row: DisputeRow, { reader, today }: BesideDispute): Words | null {
  const { status, dueAt, pausedAt, sla, texts, acceptedAmount, settlementNoteNo, namedNoteNo } = row
  if (reader === 'buyer' && status === 'WAITING_CUSTOMER') return [{ strong: 'Please answer our question below.' }]
  if (isUndecided(row)) {
    if (reader === 'buyer') return pausedAt === null ? [`We answer by ${dayInWords(dayOf(dueAt), today)}.`] : null
    const who = texts.ownerEmployeeId ? `${personNameOf(texts.ownerEmployeeId)} decides` : 'No owner yet: take it over'
    if (pausedAt !== null) return [`${who}; the SLA clock is paused.`]
    const by = momentInWords(dueAt, today)
    return sla === 'LATE' ? [`${who}, `, { strong: `due since ${by}.` }] : [`${who} by ${by}.`]
  }
  if (settlementNoteNo) return [`Settled by credit note ${settlementNoteNo}.`]
  if (namedNoteNo) return [`Credit note ${namedNoteNo} is to be checked with SAP.`]
  return acceptedAmount ? [`${rupees(acceptedAmount)} is accepted; the credit note is still to come.`] : null
}

/** A dispute: to our people by its customer, to those who buy by its invoice. */
export const disputeHeader: RecordHeader<DisputeRow, BesideDispute> = {
  resource: arDispute,
  who: {
    of: ['customerId', 'invoiceId'],
    say: ({ texts }, { reader }) =>
      reader === 'staff' ? nameIn(texts.customerId) : `Your query about invoice ${texts.invoiceId}`,
  },
  keys: [
    { of: ['disputeNo'], say: ({ disputeNo }) => `Dispute ${disputeNo}` },
    { of: ['disputeType'], say: ({ disputeType }) => optionText(disputeType) },
    {
      of: ['invoiceId'],
      say: ({ texts }, { reader }) => reader === 'staff' && texts.invoiceId && `invoice ${texts.invoiceId}`,
    },
    { of: ['createdAt'], say: ({ createdAt }, { today }) => `opened ${dayInWords(dayOf(createdAt), today)}` },
  ],
  amount: {
    of: ['disputedAmount'],
    say: ({ disputedAmount }) => ({ value: rupees(disputedAmount), small: 'disputed' }),
  },
  state: {
    of: ['status'],
    say: ({ status }, { reader }) => ({ tone: tones[status], word: wordsFor(disputeStates, reader)[status] }),
  },
  next: { of: ['status', 'dueAt'], say: nextOf },
  facts: [
    {
      label: 'Accepted',
      of: ['acceptedAmount'],
      say: ({ acceptedAmount, disputedAmount }) =>
        acceptedAmount !== null && { value: rupees(acceptedAmount), small: `of ${rupees(disputedAmount)}` },
    },
    {
      label: 'Credit note',
      of: ['settlementNoteNo'],
      say: ({ settlementNoteNo }) => settlementNoteNo && { value: settlementNoteNo },
    },
    {
      label: 'Decided',
      of: ['decidedAt'],
      say: ({ decidedAt, texts }, { today }) =>
        decidedAt && {
          value: plainDay(dayOf(decidedAt), today),
          small: texts.decidedById && `by ${texts.decidedById}`,
        },
    },
    {
      label: 'Complaint',
      of: ['complaintId'],
      say: ({ complaintId, texts }) => complaintId !== null && !!texts.complaintId && { value: texts.complaintId },
    },
  ],
}
