import { type ArDispute, arDispute } from '../../resources/complaints/ar-dispute.ts'
import { type Complaint, complaint } from '../../resources/complaints/complaint.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import { isOpenComplaint } from '../../resources/complaints/complaint-states.ts'
import { disputeNote } from '../../resources/complaints/dispute-note.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import type { Thread } from './add-note.ts'
import { pathOf, tellAnswerers, tellOfAnswer } from './complaint-news.ts'
import { disputePathOf, tellDisputeAnswerers, tellDisputeCustomer } from './dispute-news.ts'
import { writeDisputeNote, writeNote } from './write-note.ts'

const complaintIn = (row: StoredRow) => row as unknown as Complaint
const disputeIn = (row: StoredRow) => row as unknown as ArDispute

/** Notes on complaints. */
export const complaintThread: Thread = {
  of: complaint,
  notes: complaintNote,
  key: 'complaintId',
  noun: 'complaint',
  files: 'COMPLAINT',
  numberOf: row => complaintIn(row).complaintNo,
  pathOf: row => pathOf(complaintIn(row)),
  isOver: row => !isOpenComplaint(complaintIn(row)) && row.status !== 'RESOLVED',
  write: (trx, complaintId, note, person, author) => writeNote(trx, { complaintId, ...note }, person, author),
  tellCustomer: (trx, row, person, body) => tellOfAnswer(trx, complaintIn(row), person, body),
  tellOurs: (trx, row, title, body, by) => tellAnswerers(trx, complaintIn(row), title, body, by),
}

/** Notes on disputes. */
export const disputeThread: Thread = {
  of: arDispute,
  notes: disputeNote,
  key: 'disputeId',
  noun: 'dispute',
  files: 'DISPUTE',
  numberOf: row => disputeIn(row).disputeNo,
  pathOf: row => disputePathOf(disputeIn(row)),
  isOver: row => row.status === 'CLOSED' || row.status === 'WITHDRAWN',
  write: (trx, disputeId, note, person, author) => writeDisputeNote(trx, { disputeId, ...note }, person, author),
  tellCustomer: (trx, row, person, body) => tellDisputeCustomer(trx, disputeIn(row), body, person.id),
  tellOurs: (trx, row, title, body, by) => tellDisputeAnswerers(trx, disputeIn(row), title, body, by),
}
