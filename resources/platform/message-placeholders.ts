import { fillPlaceholders, placeholdersIn, withLinks } from './message-text.ts'

/** The placeholders of mails and SMS by template, with a sample of each. */

const order = [
  'name',
  'orderNo',
  'orderDate',
  'customerName',
  'customerPoNo',
  'sapOrderNo',
  'grossValue',
  'link',
] as const
const step = [...order, 'status', 'errorText', 'actorName', 'reason'] as const
const task = [...order, 'step', 'measured', 'dueAt', 'assignedAt', 'assigneeName', 'approveLink'] as const

/** A sample of each placeholder, for previews and tests. */
export const samples = {
  name: 'Rohan Bhide',
  orderNo: 'OR2627000123',
  orderDate: '20-11-2026',
  customerName: 'Sahyadri Biologics Pvt Ltd',
  customerPoNo: 'PO/4711',
  sapOrderNo: '5000000123',
  grossValue: '₹ 1,07,616.00',
  link: '{portal}/orders/order-history/123',
  errorText: 'Material LS-1001 is not released',
  actorName: 'Meena Kulkarni',
  reason: 'Price too low: see the offer of October',
  lines: '10  LS-1001 Tris base, 100 EA, from Bhiwandi CnF, expected on 30-11-2026',
  linesTable: 'Product            Quantity    Rate ₹   Amount ₹\nLS-1001 Tris base    100 EA    912.00  91,200.00',
  totals: 'Before GST: ₹ 91,200.00\nGST: ₹ 16,416.00\nTotal: ₹ 1,07,616.00, to be paid 30 days after invoice',
  plantName: 'Bhiwandi CnF',
  promisedDate: '30-11-2026',
  step: 'discount approval',
  measured: 'Discount: 8.80 %',
  dueAt: '24-11-2026 15:00',
  assignedAt: '20-11-2026 15:00',
  assigneeName: 'Joseph D’Souza',
  approveLink: '{portal}/approve#sample',
  statusSince: '21-10-2026',
  deadOn: '23-11-2026',
  productCode: 'LS-1001',
  productName: 'Tris base, molecular biology grade',
  qty: '100 EA',
  batches: 'B2611, B2612',
  count: '3',
  orders: '1 order waits for SAP too long:\nOR2627000123, 7 attempts: no answer yet',
  payments: 'PT262700000087, MS262700000087, 7 attempts: no answer yet',
  lrNo: 'VRL4711',
  formerLrNo: 'VRL4177',
  formerTransporter: 'City Line',
  formerDate: '24-11-2026',
  lrs: 'VRL4711 to Pune, delivered on 12-11-2026, 8 days ago',
  invoiceNo: 'INV000123',
  lrDate: '21-11-2026',
  transporterName: 'VRL Logistics',
  packages: '12',
  expectedDate: '25-11-2026',
  trackingLink: '{portal}/track-shipment?type=LR&number=VRL4711',
  optOutLink: '{portal}/opt-out#sample',
  feedbackLink: '{portal}/feedback#sample',
  deliveredOn: '24-11-2026',
  gatepassNo: 'GP2627000042',
  plantAddress: 'Godown 4, Mumbai–Nashik Highway',
  expiresOn: '01-12-2026',
  billNo: 'VRL/2627/118',
  txnNo: 'PT262700000087',
  amount: '₹ 50,000.00',
  asked: '₹ 60,000.00',
  refundNo: 'PR26270000012',
  byDay: '01-12-2026',
  bankReference: 'N326261234567890',
  decideBy: '22-11-2026',
  paidAt: '20-11-2026 15:00',
  allocations: 'INV000123: ₹ 50,000.00',
  waiting: '1 refund is late:\nPR26270000004, ₹ 500.00: was expected by 20-11-2026',
  certificates: 'Form 131, Q1 of 2026-27: ₹ 100.00, due on 15-08-2026',
  accountCode: 'PAYU1',
  record: 'Payment account PAYU1',
  event: 'change proposed',
  changes: 'Clearing G/L account: 113100 → 113200',
  follows: 'It takes effect once another person with another role confirms it.',
  way: 'by a server',
  route: 'Bhiwandi CnF → Sahyadri Biologics, Pune',
  plannedAt: '28-11-2026 10:00',
  replyBy: '27-11-2026 18:00',
  complaintNo: 'CM2627000009',
  subject: 'Wet cartons',
  remark: 'We look into it',
  resolution: 'Goods are replaced',
  disputeNo: 'AD2627000004',
  status: 'Accepted',
  validTo: '31-12-2026',
  validFrom: '01-12-2026',
  licenceNo: 'MH-20B-4711',
  licenceKind: 'Drug licence',
  ownerName: 'Sahyadri Biologics Pvt Ltd',
  days: '30',
  loginId: 'rohan.bhide',
  code: '123456',
  minutes: '10',
  ipAddress: '203.0.113.7',
  topic: 'MARKETING',
  address: 'rohan@sahyadri.example',
  reportTitle: 'Orders',
  viewName: 'Orders of the west',
  expiresAt: '27-11-2026 15:00',
  contractNo: 'RC-2026-17',
  annexureNo: 'AX/2627/012',
  agreementRef: 'SA/2026/7',
} as const satisfies Record<string, string>

type Word = keyof typeof samples

const shipment = [
  'lrNo',
  'name',
  'invoiceNo',
  'plantName',
  'lrDate',
  'transporterName',
  'packages',
  'expectedDate',
  'trackingLink',
] as const

const bill = ['billNo', 'name', 'amount', 'reason', 'link'] as const

/** Sites see no amounts. */
const site = order.filter(word => word !== 'grossValue')

/** The placeholders that the sender of each template fills in. */
const wordsOf: Readonly<Record<string, readonly Word[]>> = {
  ORDER_SUBMITTED: step,
  TASK_ASSIGNED: task,
  TASK_REMINDER: task,
  TASK_ESCALATED: task,
  ORDER_APPROVED: step,
  ORDER_REJECTED: step,
  ORDER_SENT_BACK: step,
  COMPANY_ASKED: step,
  ACCEPTANCE_NEEDED: [...task, 'changes'],
  ORDER_CONFIRMED: [...step, 'lines', 'linesTable', 'totals', 'plantName', 'promisedDate'],
  ORDER_IN_ERROR: step,
  ORDER_CANCELLED: step,
  ORDER_CHANGED: [...step, 'lines'],
  CHANGED_IN_SAP: [...step, 'lines'],
  ORDER_HELD: [...site, 'reason'],
  HOLD_ESCALATED: [...site, 'reason'],
  ORDER_DEAD_WARNING: [...order, 'statusSince', 'deadOn'],
  SAP_SIGN_IN_REFUSED: ['name', 'errorText', 'link'],
  ORDERS_STUCK: ['count', 'name', 'orders', 'link'],
  PAYMENTS_STUCK: ['count', 'name', 'payments'],
  CSC_APPROVED: order,
  SINGLE_BATCH: [...site, 'productCode', 'productName', 'qty', 'plantName'],
  SINGLE_BATCH_BROKEN: [...order, 'productCode', 'batches'],
  EDD_CHANGED: ['name', 'lines', 'link'],
  SHIPPED: shipment,
  SHIPPED_LATE: shipment,
  OUT_FOR_DELIVERY: shipment,
  DELAYED: [...shipment, 'reason'],
  DELIVERED_FEEDBACK: [...shipment, 'deliveredOn', 'feedbackLink'],
  LR_CORRECTED: [...shipment, 'changes', 'formerLrNo', 'formerTransporter', 'formerDate'],
  UNDELIVERED: [...shipment, 'reason'],
  RETURNED: [...shipment, 'reason'],
  POD_REMINDER: ['count', 'name', 'lrs', 'link'],
  POD_OVERDUE: ['plantName', 'count', 'lrs', 'link'],
  POD_REJECTED: ['lrNo', 'name', 'reason', 'link'],
  BILL_WAITING: [...bill, 'transporterName'],
  BILL_DISPUTED: bill,
  BILL_REJECTED: bill,
  BILL_PAID: bill,
  TRIP_ASKED: ['name', 'route', 'plannedAt', 'replyBy', 'link'],
  PWC_CHOSEN: ['name', 'invoiceNo', 'plantName', 'link'],
  PWC_DROPPED: ['name', 'invoiceNo', 'plantName', 'link'],
  PWC_READY: ['name', 'gatepassNo', 'code', 'invoiceNo', 'orderNo', 'plantName', 'plantAddress', 'expiresOn', 'link'],
  PWC_EXPIRED: ['name', 'gatepassNo', 'invoiceNo', 'plantName', 'link'],
  PAYMENT_RECEIPT: ['txnNo', 'name', 'amount', 'paidAt', 'allocations', 'link'],
  PAYMENT_LATE: ['txnNo', 'name', 'amount', 'paidAt', 'allocations', 'link'],
  PAYMENT_CHECKING: ['txnNo', 'name', 'amount', 'asked', 'paidAt', 'decideBy', 'link'],
  PAYMENT_SECOND: ['txnNo', 'name', 'amount', 'paidAt', 'decideBy', 'link'],
  PAYMENT_FAILED: ['txnNo', 'name', 'amount', 'reason', 'link'],
  REFUND_ASKED: ['refundNo', 'txnNo', 'name', 'amount', 'byDay', 'link'],
  REFUND_DONE: ['refundNo', 'txnNo', 'name', 'amount', 'bankReference', 'link'],
  REFUND_FAILED: ['refundNo', 'txnNo', 'name', 'amount', 'reason', 'link'],
  GATEWAY_RETURNS: ['txnNo', 'name', 'amount', 'bankReference', 'link'],
  MONEY_CHANGE: ['record', 'event', 'name', 'actorName', 'changes', 'follows', 'link'],
  MONEY_WAITING: ['count', 'name', 'waiting', 'link'],
  TDS_CERTIFICATE_MISSING: ['name', 'count', 'certificates', 'link'],
  PAYMENT_BAD_SIGNATURE: ['accountCode', 'name', 'way', 'ipAddress', 'link'],
  COMPLAINT_CREATED: ['complaintNo', 'name', 'subject', 'dueAt', 'link'],
  COMPLAINT_UPDATED: ['complaintNo', 'name', 'actorName', 'remark', 'link'],
  COMPLAINT_CRITICAL: ['complaintNo', 'customerName', 'name', 'subject', 'remark', 'dueAt', 'link'],
  COMPLAINT_ESCALATED: ['complaintNo', 'customerName', 'name', 'reason', 'dueAt', 'link'],
  COMPLAINT_RESOLVED: ['complaintNo', 'name', 'resolution', 'link'],
  DISPUTE_UPDATED: ['disputeNo', 'name', 'invoiceNo', 'status', 'remark', 'link'],
  EUD_EXPIRING: ['productCode', 'validTo', 'name', 'customerName', 'productName', 'link'],
  EUD_BLOCKED: ['productCode', 'customerName', 'name', 'productName', 'link'],
  EUD_RELEASE_DENIED: ['productCode', 'name', 'productName', 'reason', 'link'],
  EUD_RELEASED: ['productCode', 'name', 'productName', 'link'],
  LICENCE_EXPIRING: ['licenceKind', 'licenceNo', 'validTo', 'name', 'ownerName', 'days', 'link'],
  INVITE: ['name', 'loginId', 'link'],
  RESET_PASSWORD: ['name', 'loginId', 'link'],
  LOGIN_LOCKED: ['name', 'loginId', 'ipAddress', 'minutes', 'link'],
  SIGN_IN_TRIED: ['name', 'loginId', 'ipAddress'],
  OTP: ['code', 'minutes'],
  OPT_OUT_CONFIRM: ['topic', 'address', 'optOutLink'],
  CONTRACT_EXPIRING: ['name', 'contractNo', 'customerName', 'validTo', 'days', 'link'],
  ANNEXURE_ISSUED: ['annexureNo', 'name', 'agreementRef', 'validFrom', 'validTo', 'link'],
  REPORT_MAILED: ['reportTitle', 'viewName', 'name', 'ownerName', 'link'],
  REPORT_FILE_READY: ['reportTitle', 'count', 'name', 'expiresAt', 'link'],
  ACCESS_REQUESTED: ['name', 'actorName', 'subject', 'reason', 'validTo', 'link'],
  CUSTOMER_BLOCKED: ['customerName', 'name', 'validFrom', 'reason', 'link'],
}

/**
 * Links and codes that open something: allowed only in the body, for a subject is read on locked screens and in lists.
 */
const secrets: readonly string[] = ['approveLink', 'optOutLink', 'feedbackLink', 'code']

/** The placeholders that a text of this template may use; undefined for a template that the product does not send. */
export const placeholdersOf = (template: string): readonly Word[] | undefined =>
  Object.hasOwn(wordsOf, template) ? wordsOf[template] : undefined

/** The faults of a template's placeholders, field by field, as sentences; empty when each can be filled in. */
export function placeholderFaults({ code, subject, body }: { code: string; subject: string | null; body: string }) {
  const allowed = placeholdersOf(code)
  if (!allowed) return []
  const may = `use ${allowed.map(word => `{${word}}`).join(', ')}`
  const unknown = (field: 'subject' | 'body', text: string) =>
    placeholdersIn(text)
      .filter(place => !(allowed as readonly string[]).includes(place))
      .map(place => ({ field, message: `{${place}} is not filled in for ${code}: ${may}` }))
  const subjectPlaces = placeholdersIn(subject ?? '')
    .filter(place => secrets.includes(place))
    .map(place => ({
      field: 'subject' as const,
      message: `{${place}} opens something: it may be used in the text, not in the subject`,
    }))
  return [...unknown('subject', subject ?? ''), ...unknown('body', body), ...subjectPlaces]
}

/** A text filled in with samples. */
export const withSamples = (text: string, portal: string): string =>
  withLinks(fillPlaceholders(text, samples), null, portal)
