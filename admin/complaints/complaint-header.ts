import { complaint } from '../../resources/complaints/complaint.ts'
import { complaintStates, isOpenComplaint, resolutionLabels } from '../../resources/complaints/complaint-states.ts'
import { dayOf } from '../../resources/define/dates.ts'
import { statesOf, wordsFor } from '../../resources/define/process/states.ts'
import { quantityText } from '../../resources/define/show.ts'
import { tonesOf } from '../../resources/define/state-tones.ts'
import type { OptionReader } from '../../resources/option-words.ts'
import { nameIn } from '../derive/record/names.ts'
import type { Key, RecordHeader, Words } from '../derive/record/record-header.ts'
import { countText, dayInWords, momentInWords } from '../derive/record/when.ts'
import { optionText } from '../derive/value-text.ts'
import { personNameOf } from '../orders/order-words.ts'
import type { ComplaintRow } from './complaint-api.ts'

export interface BesideComplaint {
  reader: OptionReader
  today: string
  now: string
}

const tones = tonesOf(statesOf(complaintStates))

/** Who acts by when. */
function nextOf(row: ComplaintRow, { reader, today, now }: BesideComplaint): Words | null {
  const { status, dueAt, pausedAt, texts, resolution } = row
  const by = momentInWords(dueAt, today)
  if (reader === 'buyer') {
    if (status === 'WAITING_CUSTOMER') return [{ strong: 'Please answer our question below.' }]
    if (status === 'RESOLVED') return ['Accept our answer, or reopen the complaint.']
    return isOpenComplaint(row) && pausedAt === null ? [`We answer by ${dayInWords(dayOf(dueAt), today)}.`] : null
  }
  if (isOpenComplaint(row)) {
    const who = texts.ownerEmployeeId ? `${personNameOf(texts.ownerEmployeeId)} answers` : 'No owner yet: take it over'
    if (pausedAt !== null) return [`${who}; the SLA clock is paused until the customer answers.`]
    return dueAt < now ? [`${who}, `, { strong: `due since ${by}.` }] : [`${who} by ${by}.`]
  }
  return resolution ? [`${resolutionLabels[resolution]}.`] : null
}

/** A complaint: to our people by its customer, to those who buy by what is wrong. */
export const complaintHeader: RecordHeader<ComplaintRow, BesideComplaint> = {
  resource: complaint,
  who: {
    of: ['customerId', 'categoryId'],
    say: ({ texts }, { reader }) =>
      reader === 'staff' ? nameIn(texts.customerId) : nameIn(texts.categoryId) || texts.categoryId,
  },
  keys: [
    { of: ['complaintNo'], say: ({ complaintNo }) => `Complaint ${complaintNo}` },
    { of: ['categoryId'], say: ({ texts }, { reader }) => reader === 'staff' && texts.categoryId },
    { of: ['invoiceId'], say: ({ texts }) => texts.invoiceId && `invoice ${texts.invoiceId}` },
    { of: ['createdAt'], say: ({ createdAt }, { today }) => `opened ${dayInWords(dayOf(createdAt), today)}` },
    {
      of: ['followsId'],
      say: ({ followsId, texts }): Key | null =>
        followsId === null ? null : { text: `follows ${texts.followsId ?? ''}`, to: `/complaints/show/${followsId}` },
    },
  ],
  state: {
    of: ['status'],
    say: ({ status }, { reader }) => ({ tone: tones[status], word: wordsFor(complaintStates, reader)[status] }),
  },
  next: { of: ['status', 'dueAt'], say: nextOf },
  facts: [
    {
      label: 'Product',
      of: ['productId'],
      say: ({ texts, batchNo }) =>
        texts.productId && { value: nameIn(texts.productId), small: batchNo && `batch ${batchNo}` },
    },
    {
      label: 'Quantity affected',
      of: ['affectedQty'],
      say: ({ affectedQty }) => affectedQty !== null && { value: quantityText(affectedQty) },
    },
    {
      label: 'Priority',
      for: 'staff',
      of: ['priority'],
      say: ({ priority }) => ({ value: optionText(priority), bad: priority === 'CRITICAL' }),
    },
    {
      label: 'Reopened',
      of: ['reopenCount'],
      say: ({ reopenCount }) => reopenCount > 0 && { value: countText(reopenCount, 'time'), bad: true },
    },
    {
      label: 'Credit note',
      of: ['settlementNoteNo'],
      say: ({ settlementNoteNo }) => settlementNoteNo && { value: settlementNoteNo },
    },
  ],
}
