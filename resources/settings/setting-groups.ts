import type { SettingKey } from './settings.ts'

/** A setting as its page shows it; `readBy` names the screens and jobs that it changes. */
export interface SettingWords {
  key: SettingKey
  label: string
  unit?: string
  hint?: string
  readBy: string
  /** What a text must look like; `must` completes the label to a sentence. */
  form?: RegExp
  must?: string
}

interface SettingGroup {
  title: string
  settings: readonly SettingWords[]
}

/** The settings of the business under the headings of their page; those of SAP have a page of their own. */
export const settingGroups: readonly SettingGroup[] = [
  {
    title: 'Orders',
    settings: [
      {
        key: 'order.max_lines',
        label: 'Lines of an order',
        unit: 'lines',
        hint: 'The most lines that an order may have',
        readBy: 'The order pad, paste and import',
      },
      {
        key: 'po.file_required_above',
        label: 'PO file required above',
        unit: '₹',
        hint: 'Orders of this value and above need the purchase order as a file',
        readBy: 'The checks of an order',
      },
      {
        key: 'edd.default_days',
        label: 'Usual delivery time',
        unit: 'days',
        hint: 'For lanes without an expected delivery time',
        readBy: 'Promise dates of orders, expected days of LRs',
      },
      {
        key: 'sourcing.cw_fallback',
        label: 'Central warehouse as last source',
        hint: 'Whether the central warehouse supplies what no rule assigns',
        readBy: 'Sourcing of order lines',
      },
      {
        key: 'order.close_days',
        label: 'Close delivered orders after',
        unit: 'days',
        hint: 'How long after delivery an order is closed',
        readBy: 'The nightly closing of orders',
      },
      {
        key: 'rc.expiry_warn_days',
        label: 'Warn before a rate contract ends',
        unit: 'days',
        readBy: 'Mails and marks on rate contracts',
      },
      {
        key: 'order.terms',
        label: 'Terms on order documents',
        hint: 'One sentence below the totals',
        readBy: 'The PDF of an order',
      },
    ],
  },
  {
    title: 'Company',
    settings: [
      {
        key: 'company.name',
        label: 'Company name',
        readBy: 'Side bar, pages without a sign-in, mails, order PDFs, LR sheets, gate passes, receipts',
      },
      {
        key: 'company.address',
        label: 'Company address',
        hint: 'One line with commas, down to the PIN code; - for none',
        readBy: 'Mails, order PDFs, LR sheets, gate passes, receipts',
      },
      {
        key: 'company.gstin',
        label: 'Company GSTIN',
        hint: 'The registration on mails and documents; - for none',
        readBy: 'Mails, order PDFs, LR sheets, gate passes, receipts',
        form: /^(-|\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d])$/,
        must: 'must be a GSTIN of 15 characters, or - for none',
      },
      {
        key: 'company.bank',
        label: 'Company bank account',
        hint: 'Bank, account number and IFSC to which customers pay, in one line; - for none',
        readBy: 'Invoice PDFs',
      },
      {
        key: 'mail.reply_to',
        label: 'Answers to mails',
        hint: 'The e-mail address of the desk that reads the answers; - for none',
        readBy: 'Every mail, pages without a sign-in',
        form: /^(-|[^\s@<>,;"]+@[^\s@<>,;"]+\.[^\s@<>,;"]+)$/,
        must: 'must be an e-mail address, or - for none',
      },
    ],
  },
  {
    title: 'Old orders',
    settings: [
      {
        key: 'dead.draft_days',
        label: 'Drafts end after',
        unit: 'days',
        readBy: 'The nightly job for old orders, Draft Order Status',
      },
      {
        key: 'dead.pending_days',
        label: 'Orders in approval end after',
        unit: 'days',
        readBy: 'The nightly job for old orders',
      },
      {
        key: 'dead.acceptance_days',
        label: 'Orders waiting for acceptance end after',
        unit: 'days',
        readBy: 'The nightly job for old orders',
      },
      {
        key: 'dead.error_days',
        label: 'Orders in error end after',
        unit: 'days',
        readBy: 'The nightly job for old orders',
      },
    ],
  },
  {
    title: 'Approvals',
    settings: [
      {
        key: 'approval.use_asp',
        label: 'Compare with the average selling price',
        hint: 'Whether a price below the zone’s average needs an approval',
        readBy: 'Routing of approvals',
      },
      {
        key: 'approval.promo_free_pct',
        label: 'Discount free by promo code',
        unit: '%',
        hint: 'Up to this discount a promo code needs no approval',
        readBy: 'Routing of approvals',
      },
      {
        key: 'approval.sla_hours',
        label: 'Decide within',
        unit: 'hours',
        hint: 'Working hours',
        readBy: 'Due times of approvals',
      },
      {
        key: 'approval.escalate_hours',
        label: 'Escalate after',
        unit: 'hours',
        hint: 'Working hours',
        readBy: 'Escalation of approvals',
      },
      {
        key: 'approval.final_approver',
        label: 'Final approver',
        hint: 'The employee who decides above every approving limit, after the head of the SBU',
        readBy: 'Routing of approvals',
      },
      {
        key: 'credit.overdue_days',
        label: 'Overdue days that need a credit limit approval',
        unit: 'days',
        readBy: 'Routing of approvals',
      },
      {
        key: 'credit.cost_pct',
        label: 'Cost of credit',
        unit: '%',
        hint: 'A year; what payment terms cost that are longer than agreed',
        readBy: 'Routing of approvals, the order form',
      },
      {
        key: 'foc.customer_quarter',
        label: 'Free goods of a customer',
        unit: '₹',
        hint: 'At list price in a quarter of the financial year; above it the head of the SBU decides. 0: always',
        readBy: 'Routing of approvals',
      },
      {
        key: 'limits.four_eyes',
        label: 'Second person for prices and limits',
        hint: 'Whether another person confirms new and changed limits',
        readBy: 'Limit prices, approving limits, prices of orders',
      },
      {
        key: 'rounds.second_person_rows',
        label: 'Rows of a round without a second person',
        unit: 'rows',
        hint: 'Another person confirms a round that changes more rows. 0: always',
        readBy: 'Rounds: changes of very many rows by a formula',
      },
      {
        key: 'eud.grace_days',
        label: 'Grace period of end-user documents',
        unit: 'days',
        hint: 'How long after its end a document still counts before the customer is blocked',
        readBy: 'The nightly blocking of customers',
      },
    ],
  },
  {
    title: 'Dispatch',
    settings: [
      {
        key: 'lr.backdate_days',
        label: 'Backdate an LR',
        unit: 'days',
        hint: 'An older LR needs a reason',
        readBy: 'Add LR Details',
      },
      {
        key: 'lr.weight_tolerance_pct',
        label: 'Weight tolerance',
        unit: '%',
        hint: 'How far the weight of an LR may differ from its goods',
        readBy: 'Add LR Details, corrections of LRs',
      },
      { key: 'eway.km_a_day', label: 'E-way bill: distance a day', unit: 'km', readBy: 'The end of an e-way bill' },
      {
        key: 'eway.km_a_day_over_dimensional',
        label: 'E-way bill: distance a day, over-dimensional',
        unit: 'km',
        readBy: 'The end of an e-way bill',
      },
      {
        key: 'eway.warn_hours',
        label: 'Warn before an e-way bill ends',
        unit: 'hours',
        readBy: 'Warnings to the dispatch desk',
      },
      {
        key: 'eway.extension_hours',
        label: 'Extend an e-way bill',
        unit: 'hours',
        hint: 'A person may place it before and after its end',
        readBy: 'E-Way Bills',
      },
      {
        key: 'eway.ship_to_gstin',
        label: 'Send the GSTIN of every ship-to',
        hint: 'On hold at the portal since 29-07-2026; off until it asks for it',
        readBy: 'Making an e-way bill',
      },
      {
        key: 'eway.closure',
        label: 'Close e-way bills after delivery',
        hint: 'On hold at the portal since 29-07-2026; off until it asks for it',
        readBy: 'Deliveries',
      },
      {
        key: 'pwc.expiry_days',
        label: 'Collection ends after',
        unit: 'days',
        hint: 'How long goods are kept for the collector',
        readBy: 'Party Will Collect',
      },
      {
        key: 'pod.reminder_days',
        label: 'Remind of a POD after',
        unit: 'days',
        hint: 'Counted from the delivery',
        readBy: 'Mails to transporters',
      },
      {
        key: 'pod.overdue_days',
        label: 'POD overdue after',
        unit: 'days',
        hint: 'Counted from the delivery',
        readBy: 'Mails, lists of PODs',
      },
      { key: 'pod.zip_mb', label: 'Largest zip of PODs', unit: 'MB', readBy: 'Upload Multiple POD' },
      {
        key: 'bill.tolerance_pct',
        label: 'Bill tolerance of an LR',
        unit: '%',
        hint: 'An LR within either tolerance is accepted',
        readBy: 'Matching of transporter bills',
      },
      {
        key: 'bill.tolerance_amount',
        label: 'Bill tolerance of an LR, amount',
        unit: '₹',
        hint: 'An LR within either tolerance is accepted',
        readBy: 'Matching of transporter bills',
      },
      {
        key: 'bill.tolerance_sum_pct',
        label: 'Bill tolerance in total',
        unit: '%',
        hint: 'When all that is over on a bill exceeds both, each LR over its agreed freight is a difference',
        readBy: 'Matching of transporter bills',
      },
      {
        key: 'bill.tolerance_sum',
        label: 'Bill tolerance in total, amount',
        unit: '₹',
        hint: 'When all that is over on a bill exceeds both, each LR over its agreed freight is a difference',
        readBy: 'Matching of transporter bills',
      },
      { key: 'bill.require_pod', label: 'Bill only with a POD', readBy: 'LR - Transporter Bill' },
      {
        key: 'carting.approval_limit',
        label: 'Carting approved above',
        unit: '₹',
        hint: 'A charge below this needs no approval',
        readBy: 'Add Carting Charges',
      },
      { key: 'tracking.max_tries', label: 'Wrong tries of a tracking code', unit: 'tries', readBy: 'Track Shipment' },
      { key: 'feedback.token_days', label: 'Feedback link valid for', unit: 'days', readBy: 'Mails after delivery' },
    ],
  },
  {
    title: 'Quality',
    settings: [
      { key: 'coa.zip_mb', label: 'Largest zip of certificates', unit: 'MB', readBy: 'Upload Multiple Files' },
      {
        key: 'radar.complaints',
        label: 'Complaints that mark a batch',
        unit: 'complaints',
        readBy: 'The warnings of batches',
      },
      {
        key: 'radar.affected_pct',
        label: 'Affected share that marks a batch',
        unit: '%',
        hint: 'Share of the quantity shipped',
        readBy: 'The warnings of batches',
      },
    ],
  },
  {
    title: 'Payments',
    settings: [
      {
        key: 'payment.pending_expiry_days',
        label: 'Pending payments end after',
        unit: 'days',
        readBy: 'Payments, checks with the gateway',
      },
      {
        key: 'payment.lock_hours',
        label: 'Payments hold their invoices for',
        unit: 'hours',
        hint: 'Until the gateway says whether they are paid',
        readBy: 'Payments, invoices to pay',
      },
      {
        key: 'payment.owner',
        label: 'Who decides about money without a place',
        hint: 'A login of Finance; the first of Finance where it is “-”',
        readBy: 'Payment captures',
      },
      {
        key: 'payment.post_fees',
        label: 'Post charges of gateways in SAP',
        hint: 'Input tax may be claimed only with the invoice of the gateway',
        readBy: 'Transfers to the bank',
      },
      {
        key: 'payment.created_expiry_minutes',
        label: 'Unpaid payments end after',
        unit: 'minutes',
        readBy: 'Payments, checks with the gateway',
      },
    ],
  },
  {
    title: 'Sign-in',
    settings: [
      { key: 'login.max_failures', label: 'Wrong passwords until a login is locked', unit: 'tries', readBy: 'Sign-in' },
      { key: 'login.failure_minutes', label: 'Wrong passwords are counted for', unit: 'minutes', readBy: 'Sign-in' },
      { key: 'login.lock_minutes', label: 'A lock ends after', unit: 'minutes', readBy: 'Sign-in' },
      { key: 'login.idle_minutes', label: 'Sign out after idle time', unit: 'minutes', readBy: 'Every screen' },
      { key: 'login.mailed_code', label: 'Code by mail at sign-in', readBy: 'Sign-in' },
    ],
  },
  {
    title: 'Mail and SMS',
    settings: [
      { key: 'mail.wait_hours', label: 'Give up a message after', unit: 'hours', readBy: 'Sending of mails and SMS' },
      {
        key: 'sms.entity_id',
        label: 'DLT entity id',
        hint: 'The number with which the company is registered for SMS; - for none',
        readBy: 'Sending of SMS',
      },
      {
        key: 'sms.header',
        label: 'SMS header',
        hint: 'The sender of an SMS, as registered; - for none',
        readBy: 'Sending of SMS',
      },
      {
        key: 'sms.link_address',
        label: 'Address of links in SMS',
        hint: 'The whitelisted address; - for that of the portal',
        readBy: 'Sending of SMS',
      },
    ],
  },
  {
    title: 'Files',
    settings: [
      { key: 'upload.max_mb', label: 'Largest attachment', unit: 'MB', readBy: 'Every upload of a file' },
      { key: 'import.max_mb', label: 'Largest import file', unit: 'MB', readBy: 'Every import' },
      { key: 'upload.max_rows', label: 'Rows of an import file', unit: 'rows', readBy: 'Every import' },
    ],
  },
]

/** Why a value cannot be that of a setting of the business, as a sentence; null where it can, and for other settings. */
export function businessSettingFault(key: string, value: string): string | null {
  const setting = settingGroups.flatMap(group => group.settings).find(one => one.key === key)
  return !setting?.form || setting.form.test(value) ? null : `${setting.label} ${setting.must}`
}
