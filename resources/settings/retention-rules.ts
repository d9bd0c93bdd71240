/** How long something is kept. */
export type Kept = { days: number } | { years: number }

/** Rows of one table that go when they are old: by which column, and which of them. */
export interface ExpiringRows {
  table: string
  since: string
  where?: Readonly<Record<string, string | number>>
  /** A column that may name such a row from a younger one, and is emptied first. */
  namedBy?: { table: string; column: string }
}

/** What is kept, and for how long. What has neither rows nor a function of its name is kept longer, and removed by nobody. */
export interface RetentionRule {
  what: string
  kept: Kept
  rows?: ExpiringRows
}

const rule = (what: string, kept: Kept, rows?: ExpiringRows): RetentionRule => ({ what, kept, ...(rows && { rows }) })

/** The retention of the portal, in the order of the list. */
export const retentionRules = {
  idempotencyAnswers: rule(
    'Answers kept for a repeated request',
    { days: 30 },
    { table: 'idempotency_key', since: 'createdAt' },
  ),
  oneTimeCodes: rule('One-time codes', { days: 30 }, { table: 'one_time_code', since: 'createdAt' }),
  trackingTries: rule('Numbers tried on the tracking page', { days: 30 }, { table: 'tracking_try', since: 'at' }),
  unsignedPosts: rule(
    'How many posts to payment accounts no gateway signed',
    { days: 30 },
    { table: 'unsigned_post', since: 'createdAt' },
  ),
  leftOutPods: rule('Photos and scans that became no POD', { days: 30 }),
  importFiles: rule('Imported files and their rows', { days: 90 }),
  collectorNumbers: rule('Numbers of the ID of people who collected goods', { days: 180 }),
  deadOrders: rule('Deleted and expired orders that nothing refers to', { days: 730 }),
  signIns: rule('Sign-ins and attempts at one', { years: 2 }, { table: 'login_session', since: 'loginAt' }),
  approvalLinks: rule('Links of approval mails', { years: 2 }, { table: 'approval_link', since: 'createdAt' }),
  messages: rule(
    'E-mails and SMS',
    { years: 2 },
    { table: 'message_log', since: 'createdAt', namedBy: { table: 'message_log', column: 'retriggerOfId' } },
  ),
  notifications: rule('Notifications', { years: 2 }, { table: 'notification', since: 'createdAt' }),
  sapAttempts: rule('Attempts to send to SAP', { years: 2 }, { table: 'sap_attempt', since: 'at' }),
  sapReadings: rule('Readings from SAP with the rows left out', { years: 2 }),
  outstandingDays: rule('Outstanding of a day; the last day of a month is kept for 8 years', { years: 2 }),
  history: rule('History', { years: 8 }, { table: 'audit_entry', since: 'at' }),
  callbacks: rule('Messages of payment gateways', { years: 8 }, { table: 'payment_callback', since: 'createdAt' }),
  books: rule('Orders, approvals, invoices, LRs and payments', { years: 8 }),
} satisfies Record<string, RetentionRule>

export type RetentionName = keyof typeof retentionRules
