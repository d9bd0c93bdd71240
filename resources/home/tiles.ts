import { accessRequest } from '../access-control/access-request.ts'
import { customer } from '../access-control/customer.ts'
import { coaFile } from '../coa/coa-batch.ts'
import { arDispute } from '../complaints/ar-dispute.ts'
import { complaint } from '../complaints/complaint.ts'
import {
  complaintLists,
  complaintTabs,
  lateComplaints,
  openComplaints,
  unassignedComplaints,
} from '../complaints/complaint-lists.ts'
import { complaintStates } from '../complaints/complaint-states.ts'
import {
  disputeLists,
  disputesToConfirm,
  disputesToCredit,
  disputeTabs,
  lateDisputes,
  undecidedDisputes,
} from '../complaints/dispute-lists.ts'
import { disputeStates } from '../complaints/dispute-states.ts'
import { eudBlock } from '../complaints/eud-block.ts'
import { eudBlockProcess } from '../complaints/eud-block-process.ts'
import { cartingCharge } from '../dispatches/bills/carting-charge.ts'
import { transporterBill } from '../dispatches/bills/transporter-bill.ts'
import { invoice } from '../dispatches/invoice.ts'
import { pod } from '../dispatches/pods/pod.ts'
import { trackingEvent } from '../dispatches/tracking-event.ts'
import { products } from '../masters/products.ts'
import { productwiseLimitPrice } from '../masters/productwise-limit-price.ts'
import { rateContractCustomer } from '../masters/rate-contract-customer.ts'
import { rateContractErrors } from '../masters/rate-contract-errors.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'
import { rolesDeciding } from '../orders/approvals/approvers-by-step.ts'
import { queues } from '../orders/approvals/queues.ts'
import { order } from '../orders/order.ts'
import { creatorRoles } from '../orders/order-process.ts'
import { openStates } from '../orders/order-states.ts'
import { ruleGap } from '../orders/rule-gap.ts'
import { paymentDifference } from '../payments/payment-difference.ts'
import {
  failedTransactions,
  outstandingTransactions,
  paymentTasks,
  pendingTransactions,
  stuckTransactions,
} from '../payments/payment-lists.ts'
import { paymentRefund } from '../payments/payment-refund.ts'
import { messageLog } from '../platform/message-log.ts'
import type { Role } from '../roles.ts'
import { underwayStatuses } from '../shipment-tracking/dashboard.ts'
import { searchShipments } from '../shipment-tracking/search-shipments.ts'
import { transporterMapping } from '../shipment-tracking/transporter-mapping.ts'
import type { Tile } from './tile.ts'

const buyers: readonly Role[] = ['CUSTOMER', 'DISTRIBUTOR']
const sales: readonly Role[] = ['SALES_REP', 'SALES_MANAGER']

/** The address of a tab that shows one of several lists. */
const tabOf = <List>(path: string, lists: readonly List[], tabs: readonly string[], list: List) =>
  `${path}?${new URLSearchParams({ of: tabs[lists.indexOf(list)]! })}`
const complaintTab = (list: (typeof complaintLists)[number]) =>
  tabOf('/complaints/modify', complaintLists, complaintTabs, list)
const disputeTab = (list: (typeof disputeLists)[number]) =>
  tabOf('/complaints/ar-dispute-modify', disputeLists, disputeTabs, list)

const queueTiles = queues.map(
  ({ step, title, path }): Tile => ({
    name: `queue-${step}`,
    group: 'decisions',
    label: step === 'ACCEPTANCE' ? 'Orders to accept' : title.replace(/^Pending For /, ''),
    roles: rolesDeciding[step],
    counts: { queue: step },
    late: { label: 'overdue', where: {} },
    at: path,
  }),
)

const orderTiles: readonly Tile[] = [
  {
    name: 'drafts',
    group: 'orders',
    label: 'My drafts',
    roles: creatorRoles,
    counts: { other: 'drafts' },
    at: '/orders/order-history?drafts=mine',
  },
  {
    name: 'open-orders',
    group: 'orders',
    label: 'Open orders',
    roles: [...buyers, ...sales],
    counts: { list: order, where: { status: openStates } },
    since: 'orderDate',
    at: '/orders/order-history?status=OPEN',
  },
  {
    name: 'orders-in-error',
    group: 'orders',
    label: 'Orders in error',
    roles: [...buyers, ...sales, 'CSC_AGENT', 'SYS_ADMIN'],
    counts: { other: 'orders-in-error' },
    at: '/orders/order-in-error',
    work: {
      since: 'statusSince',
      who: ['{customerId}'],
      key: '{orderNo}',
      why: '{errorText}',
      amount: 'grossValue',
      due: { workingDays: 1 },
      rows: { list: order, where: { status: ['IN_ERROR'] } },
    },
  },
  {
    name: 'orders-stuck',
    group: 'orders',
    label: 'Orders stuck for SAP',
    roles: ['CSC_AGENT', 'SYS_ADMIN', 'AUDITOR'],
    counts: { other: 'orders-stuck' },
    at: '/orders/order-stuck-for-sap',
    work: { asOne: 'SAP has not taken them; retry, or say what SAP has created' },
  },
  {
    name: 'rule-gaps',
    group: 'orders',
    label: 'Missing rules',
    roles: ['MASTER_ADMIN', 'PRICING_APPROVER'],
    counts: { list: ruleGap },
    since: 'createdAt',
    late: { label: 'stop orders', where: { stopsOrders: true } },
    work: { who: ['{kind}'], key: '{sbuId}', why: '{message}' },
  },
]

const dispatchTiles: readonly Tile[] = [
  {
    name: 'waiting-invoices',
    group: 'dispatch',
    label: 'Invoices to dispatch',
    roles: ['DISPATCH'],
    counts: { other: 'waiting-invoices' },
    at: '/dispatches/add-lr-details',
    work: {
      since: 'invoiceDate',
      opens: { path: '/dispatches/add-lr-details', label: 'Add an LR' },
      who: ['{shipToId}', '{soldToId}'],
      key: '{invoiceNo}',
      why: 'Waits for an LR · {plantId}',
      amount: 'grossValue',
      due: { workingDays: 1 },
      rows: {
        list: invoice,
        where: {
          isCollected: false,
          dispatchStatus: ['PENDING', 'PARTIAL'],
          invoiceType: ['INVOICE'],
          isCancelled: false,
        },
      },
    },
  },
  {
    name: 'party-will-collect',
    group: 'dispatch',
    label: 'To be collected (PWC)',
    roles: ['DISPATCH', ...buyers],
    counts: {
      list: invoice,
      where: {
        isCollected: true,
        dispatchStatus: ['PENDING', 'PWC_READY'],
        invoiceType: ['INVOICE'],
        isCancelled: false,
      },
    },
    since: 'invoiceDate',
    at: '/dispatches/party-will-collect',
    work: {
      opens: { path: '/dispatches/party-will-collect', label: 'Record the collection' },
      who: ['{soldToId}'],
      key: '{invoiceNo}',
      why: 'To be collected at {plantId}',
      amount: 'grossValue',
    },
  },
  {
    name: 'pods-to-verify',
    group: 'dispatch',
    label: 'PODs to verify',
    roles: ['DISPATCH', 'CSC_AGENT'],
    counts: { list: pod, where: { status: ['UPLOADED'] } },
    since: 'createdAt',
    at: '/dispatches/verify-pods',
    work: {
      opens: { path: '/dispatches/verify-pods', label: 'Verify with the photo' },
      who: ['LR {lrId}'],
      why: '{packagesReceived} received · {shortagePackages} short · {damagePackages} damaged',
      key: 'by {receivedBy}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'deliveries-to-record',
    group: 'dispatch',
    label: 'Deliveries to record',
    roles: ['TRANSPORTER'],
    counts: {
      list: searchShipments,
      where: { lrDate: { within: 'last-90-days' }, deliveryStatus: underwayStatuses },
    },
    since: 'lrDate',
    late: { label: 'past their date', where: { expectedDeliveryDate: { olderThan: 1 } } },
    work: {
      opens: { path: '/dispatches/lr/{lrId}', label: 'Record the delivery' },
      who: ['{toCityId}'],
      key: 'LR {lrNo}',
      why: '{deliveryStatus} · {packages} packages',
      due: 'expectedDeliveryDate',
    },
  },
  {
    name: 'proofs-to-upload',
    group: 'dispatch',
    label: 'Proofs of delivery to upload',
    roles: ['TRANSPORTER', 'DISPATCH'],
    counts: {
      list: searchShipments,
      where: {
        lrDate: { within: 'last-90-days' },
        deliveryStatus: ['DELIVERED'],
        podStatus: ['NONE', 'REJECTED'],
      },
    },
    since: 'deliveredOn',
    work: {
      opens: { path: '/dispatches/upload-pod?lr={lrId}', label: 'Upload the proof' },
      who: ['{toCityId}'],
      key: 'LR {lrNo}',
      why: 'Delivered on {deliveredOn} · POD: {podStatus}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'desk-tasks',
    group: 'dispatch',
    label: 'Returns and losses to confirm',
    roles: ['DISPATCH'],
    counts: { list: trackingEvent, where: { confirmation: ['AWAITED'] } },
    since: 'createdAt',
    at: '/dispatches/desk-tasks',
    work: {
      opens: { path: '/dispatches/desk-tasks', label: 'Confirm at the desk' },
      who: ['LR {lrId}'],
      why: '{eventCode} · {remarks}',
      key: '{location}',
      due: { workingDays: 1 },
    },
  },
  {
    name: 'shipments-underway',
    group: 'dispatch',
    label: 'Shipments on the way',
    roles: [...buyers, ...sales, 'CSC_AGENT', 'DISPATCH'],
    counts: {
      list: searchShipments,
      where: { lrDate: { within: 'last-90-days' }, deliveryStatus: underwayStatuses },
    },
    since: 'lrDate',
    late: { label: 'past their date', where: { expectedDeliveryDate: { olderThan: 1 } } },
    work: {
      opens: { path: '/dispatches/lr/{lrId}', label: 'Open the LR' },
      who: ['{customerId}', '{toCityId}'],
      key: 'LR {lrNo}',
      why: '{deliveryStatus} · {transporterId}',
      due: 'expectedDeliveryDate',
      roles: ['DISPATCH', 'CSC_AGENT', 'SALES_REP', 'SALES_MANAGER'],
      rows: {
        list: searchShipments,
        where: {
          lrDate: { within: 'last-90-days' },
          deliveryStatus: underwayStatuses,
          expectedDeliveryDate: { olderThan: 1 },
        },
      },
    },
  },
]

const moneyTiles: readonly Tile[] = [
  {
    name: 'payments-pending',
    group: 'money',
    label: 'Payments pending',
    roles: ['FINANCE', ...buyers],
    counts: { list: pendingTransactions },
    since: 'createdAt',
    work: {
      who: ['{customerId}'],
      key: '{txnNo}',
      why: 'Not decided at the gateway · {gateway}',
      amount: 'amount',
      due: { workingDays: 1 },
      roles: ['FINANCE'],
    },
  },
  {
    name: 'payments-failed',
    group: 'money',
    label: 'Payments failed in the last 7 days',
    roles: ['FINANCE', ...buyers],
    counts: { list: failedTransactions, where: { createdAt: { within: 'last-7-days' } } },
    since: 'createdAt',
  },
  {
    name: 'payments-stuck',
    group: 'money',
    label: 'Payments stuck for SAP',
    roles: ['FINANCE', 'SYS_ADMIN', 'AUDITOR'],
    counts: { list: stuckTransactions },
    since: 'paidAt',
    work: {
      who: ['{customerId}'],
      key: '{txnNo}',
      why: 'Not booked in SAP · {postingText}',
      amount: 'amount',
      due: { workingDays: 1 },
    },
  },
  {
    name: 'payments-not-cleared',
    group: 'money',
    label: 'Paid, not cleared in SAP',
    roles: ['FINANCE'],
    counts: { list: outstandingTransactions },
    since: 'paidAt',
  },
  {
    name: 'payment-tasks',
    group: 'money',
    label: 'Payment tasks',
    roles: ['FINANCE', 'CREDIT_CONTROLLER'],
    counts: { list: paymentTasks, where: { status: ['OPEN'] } },
    since: 'createdAt',
    work: {
      who: ['{transactionId.customerId}'],
      key: '{transactionId}',
      why: '{kind}',
      amount: 'amount',
      due: { workingDays: 2 },
      roles: ['FINANCE'],
    },
  },
  {
    name: 'payment-differences',
    group: 'money',
    label: 'Payment differences',
    roles: ['FINANCE', 'AUDITOR'],
    counts: { list: paymentDifference, where: { status: ['OPEN', 'PROPOSED'] } },
    since: 'createdAt',
    work: {
      who: ['{transactionId.customerId}', '{accountId}'],
      key: '{about}',
      why: '{kind} · {reason}',
      amount: 'foundAmount',
      due: { workingDays: 7 },
      proposedById: 'closedById',
      roles: ['FINANCE'],
    },
  },
  {
    name: 'payment-refunds',
    group: 'money',
    label: 'Refunds to confirm',
    roles: ['FINANCE'],
    counts: { list: paymentRefund, where: { status: ['PROPOSED'] } },
    since: 'createdAt',
    work: {
      who: ['{transactionId.customerId}'],
      key: '{reference}',
      why: '{kind} · {reason}',
      amount: 'amount',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'overdue-items',
    group: 'money',
    label: 'Overdue items',
    roles: ['FINANCE', 'CREDIT_CONTROLLER', 'AUDITOR'],
    counts: {
      list: uploadOutstanding,
      where: { dueDate: { olderThan: 1 }, documentType: ['INVOICE', 'DEBIT_NOTE'] },
    },
    since: 'dueDate',
    late: { label: 'over 90 days', where: { dueDate: { olderThan: 91 } } },
  },
  {
    name: 'items-to-confirm',
    group: 'money',
    label: 'Open items to confirm',
    roles: ['CREDIT_CONTROLLER'],
    counts: { list: uploadOutstanding, where: { confirmStatus: ['PENDING'], isActive: false } },
    since: 'createdAt',
    work: {
      who: ['{customerId}'],
      key: '{documentNo}',
      why: 'New open item · {documentType} · {reason}',
      amount: 'balanceAmount',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'changed-items-to-confirm',
    group: 'money',
    label: 'Changes of open items to confirm',
    roles: ['CREDIT_CONTROLLER'],
    counts: { list: uploadOutstanding, where: { confirmStatus: ['CHANGE_PENDING'] } },
    since: 'updatedAt',
    work: {
      who: ['{customerId}'],
      key: '{documentNo}',
      why: 'Change of an open item · {documentType} · {reason}',
      amount: 'balanceAmount',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'lanes-to-confirm',
    group: 'dispatch',
    label: 'New lanes to confirm',
    roles: ['MASTER_ADMIN'],
    counts: { list: transporterMapping, where: { confirmStatus: ['PENDING'], isActive: false } },
    since: 'createdAt',
    work: {
      who: ['{transporterId}'],
      key: '{transMode}',
      why: 'New lane · {plantId} to {stateId}',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'changed-lanes-to-confirm',
    group: 'dispatch',
    label: 'Changed lanes to confirm',
    roles: ['MASTER_ADMIN'],
    counts: { list: transporterMapping, where: { confirmStatus: ['CHANGE_PENDING'] } },
    since: 'updatedAt',
    work: {
      who: ['{transporterId}'],
      key: '{transMode}',
      why: 'Changed lane · {plantId} to {stateId}',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'transporter-bills',
    group: 'money',
    label: 'Transporter bills to approve',
    roles: ['FINANCE'],
    counts: { list: transporterBill, where: { status: ['SUBMITTED', 'MATCHED', 'DISPUTED'] } },
    since: 'billDate',
    late: { label: 'disputed', where: { status: ['DISPUTED'] } },
    work: {
      who: ['{transporterId}'],
      key: '{billNo}',
      why: '{status}',
      amount: 'totalAmount',
      due: { workingDays: 7 },
    },
  },
  {
    name: 'carting-charges',
    group: 'money',
    label: 'Carting charges to approve',
    roles: ['FINANCE'],
    counts: { list: cartingCharge, where: { status: ['ENTERED'] } },
    since: 'voucherDate',
    work: {
      who: ['{vendorName}'],
      key: '{voucherNo}',
      why: '{chargeType} · {approvalReason}',
      amount: 'amount',
      due: { workingDays: 7 },
    },
  },
]

const serviceTiles: readonly Tile[] = [
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
      why: '{complaintType} · {status}',
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
      why: '{disputeType} · {invoiceId}',
      amount: 'disputedAmount',
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
      why: '{disputeType} · {invoiceId}',
      amount: 'disputedAmount',
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
      why: '{disputeType} · {invoiceId}',
      amount: 'disputedAmount',
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

const masterTiles: readonly Tile[] = [
  {
    name: 'contract-errors',
    group: 'masters',
    label: 'Rate contract errors',
    roles: ['PRICING_APPROVER'],
    counts: { list: rateContractErrors, where: { status: ['OPEN'] } },
    since: 'createdAt',
    work: { who: ['{contractNo}'], key: '{customerCode}', why: '{errorCode} · {errorText}', due: { workingDays: 2 } },
  },
  {
    name: 'contracts-expiring',
    group: 'masters',
    label: 'Contracts expiring',
    roles: ['PRICING_APPROVER', ...sales, ...buyers],
    counts: { list: rateContractCustomer, where: { isExpiring: true } },
    work: {
      who: ['{customerId}'],
      key: '{contractNo}',
      why: 'The contract ends on {validTo}',
      amount: 'value',
      due: 'validTo',
      roles: ['PRICING_APPROVER', 'SALES_REP', 'SALES_MANAGER'],
    },
  },
  {
    name: 'limits-to-confirm',
    group: 'masters',
    label: 'Limit prices to confirm',
    roles: ['PRICING_APPROVER', 'MASTER_ADMIN'],
    counts: { list: productwiseLimitPrice, where: { confirmStatus: ['PENDING'] } },
    since: 'createdAt',
    work: {
      who: ['{productId}'],
      key: '{channelId}',
      why: 'New limit price {limitPrice}',
      due: { workingDays: 2 },
      proposedById: 'proposedById',
    },
  },
  {
    name: 'products-to-complete',
    group: 'masters',
    label: 'Products to complete',
    roles: ['MASTER_ADMIN'],
    counts: { list: products, where: { toComplete: 'set' } },
    since: 'createdAt',
    work: { who: ['{name}'], key: '{code}', why: 'Lacks {toComplete}' },
  },
  {
    name: 'customers-to-complete',
    group: 'masters',
    label: 'Customers to complete',
    roles: ['MASTER_ADMIN'],
    counts: { list: customer, where: { toComplete: 'set' } },
    since: 'createdAt',
    work: { who: ['{name}'], key: '{code}', why: 'Lacks {toComplete}' },
  },
]

const administrationTiles: readonly Tile[] = [
  {
    name: 'sap-readings',
    group: 'administration',
    label: 'SAP readings that failed',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
    counts: { other: 'sap-readings' },
    at: '/masters/read-data-from-sap',
    work: { asOne: 'The last reading failed or is not whole; read again' },
  },
  {
    name: 'locked-logins',
    group: 'administration',
    label: 'Locked logins',
    roles: ['SYS_ADMIN', 'CSC_AGENT'],
    counts: { other: 'locked-logins' },
    at: '/access-control/unlock-employee',
    work: { asOne: 'They cannot sign in until they are unlocked' },
  },
  {
    name: 'failed-messages',
    group: 'administration',
    label: 'Messages that failed',
    roles: ['SYS_ADMIN'],
    counts: { list: messageLog, where: { status: ['FAILED'] } },
    since: 'createdAt',
    at: '/settings/messages?f.status=in.FAILED',
    work: { who: ['{toAddress}'], key: '{messageNo}', why: '{subject} · {errorText}' },
  },
  {
    name: 'access-requests',
    group: 'administration',
    label: 'Access requests',
    roles: ['SYS_ADMIN'],
    counts: { list: accessRequest, where: { status: ['OPEN'] } },
    since: 'createdAt',
    at: '/access-control/assign-roles',
    work: { who: ['{requesterId}'], key: '{screen}', why: '{reason}', due: { workingDays: 1 } },
  },
]

/** Every number that stands on somebody's home page, in order. */
export const tiles: readonly Tile[] = [
  ...queueTiles,
  ...orderTiles,
  ...dispatchTiles,
  ...moneyTiles,
  ...serviceTiles,
  ...masterTiles,
  ...administrationTiles,
]
