import { coaFile } from '../../coa/coa-batch.ts'
import { arDispute } from '../../complaints/ar-dispute.ts'
import { complaint } from '../../complaints/complaint.ts'
import {
  complaintLists,
  complaintTabs,
  lateComplaints,
  openComplaints,
  unassignedComplaints,
} from '../../complaints/complaint-lists.ts'
import { complaintStates } from '../../complaints/complaint-states.ts'
import {
  disputeLists,
  disputesToConfirm,
  disputesToCredit,
  disputeTabs,
  lateDisputes,
  undecidedDisputes,
} from '../../complaints/dispute-lists.ts'
import { disputeStates } from '../../complaints/dispute-states.ts'
import { eudBlock } from '../../complaints/eud-block.ts'
import { eudBlockProcess } from '../../complaints/eud-block-process.ts'
import type { Tile } from '../tile.ts'
import { buyers, sales } from './who.ts'

/** The address of a tab that shows one of several lists. */
const tabOf = <List>(path: string, lists: readonly List[], tabs: readonly string[], list: List) =>
  `${path}?${new URLSearchParams({ of: tabs[lists.indexOf(list)]! })}`
const complaintTab = (list: (typeof complaintLists)[number]) =>
  tabOf('/complaints/modify', complaintLists, complaintTabs, list)
const disputeTab = (list: (typeof disputeLists)[number]) =>
  tabOf('/complaints/ar-dispute-modify', disputeLists, disputeTabs, list)

/** Complaints, disputes, certificates and blocks. */
export const serviceTiles: readonly Tile[] = [
  {
    name: 'complaints',
    group: 'service',
    label: 'Open complaints',
    roles: [...buyers, 'SALES_REP', 'DISPATCH'],
    counts: { list: complaint, where: { status: complaintStates.sets.open } },
    since: 'createdAt',
  },
  {
    name: 'complaints-for-the-customer',
    group: 'service',
    label: 'Complaints that wait for your answer',
    roles: buyers,
    counts: { list: complaint, where: { status: ['WAITING_CUSTOMER', 'RESOLVED'] } },
    since: 'updatedAt',
    work: { who: ['{categoryId}'], key: '{complaintNo}', why: '{status} · {invoiceId}' },
  },
  {
    name: 'complaints-to-answer',
    group: 'service',
    label: 'Complaints to answer',
    roles: ['SALES_MANAGER', 'CSC_AGENT', 'QA'],
    counts: { list: openComplaints },
    since: 'createdAt',
    late: { label: 'late', where: { sla: ['LATE'] }, at: complaintTab(lateComplaints) },
    at: complaintTab(openComplaints),
    work: {
      who: ['{customerId}'],
      key: '{complaintNo}',
      why: '{categoryId} · {status}',
      due: 'dueAt',
    },
  },
  {
    name: 'complaints-without-owner',
    group: 'service',
    label: 'Complaints without owner',
    roles: ['SALES_MANAGER', 'CSC_AGENT', 'QA'],
    counts: { list: unassignedComplaints },
    since: 'createdAt',
    at: complaintTab(unassignedComplaints),
  },
  {
    name: 'late-complaints',
    group: 'service',
    label: 'Late complaints',
    roles: ['AUDITOR'],
    counts: { list: complaint, where: { sla: ['LATE'] } },
    since: 'dueAt',
  },
  {
    name: 'disputes',
    group: 'service',
    label: 'Open disputes',
    roles: [...buyers, ...sales, 'CSC_AGENT', 'DISPATCH', 'PRICING_APPROVER', 'CREDIT_CONTROLLER'],
    counts: { list: arDispute, where: { status: disputeStates.sets.undecided } },
    since: 'createdAt',
  },
  {
    name: 'disputes-to-decide',
    group: 'service',
    label: 'Disputes to decide',
    roles: ['FINANCE'],
    counts: { list: undecidedDisputes },
    since: 'createdAt',
    late: { label: 'late', where: { sla: ['LATE'] }, at: disputeTab(lateDisputes) },
    at: disputeTab(undecidedDisputes),
    work: {
      who: ['{customerId}'],
      key: '{disputeNo}',
      why: 'Dispute: {disputeType} · {invoiceId}',
      amount: ['disputedAmount'],
      due: 'dueAt',
      proposedById: 'proposedById',
    },
  },
  {
    name: 'disputes-to-confirm',
    group: 'service',
    label: 'Disputes to confirm',
    roles: ['SALES_MANAGER'],
    counts: { list: disputesToConfirm },
    since: 'createdAt',
    at: disputeTab(disputesToConfirm),
    work: {
      who: ['{customerId}'],
      key: '{disputeNo}',
      why: 'Dispute: {disputeType} · {invoiceId}',
      amount: ['disputedAmount'],
      due: 'dueAt',
      proposedById: 'proposedById',
    },
  },
  {
    name: 'disputes-to-credit',
    group: 'service',
    label: 'Credit notes pending',
    roles: ['FINANCE'],
    counts: { list: disputesToCredit },
    since: 'createdAt',
    at: disputeTab(disputesToCredit),
    work: {
      who: ['{customerId}'],
      key: '{disputeNo}',
      why: 'Dispute: {disputeType} · {invoiceId}',
      amount: ['disputedAmount'],
      due: 'dueAt',
      proposedById: 'proposedById',
    },
  },
  {
    name: 'certificates-in-tray',
    group: 'service',
    label: 'COA files not mapped',
    roles: ['QA'],
    counts: { list: coaFile, where: { result: ['TRAY'] } },
    since: 'createdAt',
    work: { who: ['{fileName}'], key: '{batchNo}', why: '{message}', due: { workingDays: 2 } },
  },
  {
    name: 'eud-releases',
    group: 'service',
    label: 'EUD blocks to release',
    roles: ['EUD_APPROVER'],
    counts: { list: eudBlock, where: { status: ['RELEASE_REQUESTED'] } },
    since: 'releaseRequestedAt',
    work: {
      who: ['{customerId}'],
      key: '{blockNo}',
      why: 'Asks to release {productId}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'eud-blocks',
    group: 'service',
    label: 'EUD blocks in force',
    roles: ['EUD_APPROVER', 'CSC_AGENT', ...sales, ...buyers],
    counts: { list: eudBlock, where: { status: eudBlockProcess.sets.inUse } },
    since: 'blockedAt',
  },
]
