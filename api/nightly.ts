import type { Knex } from 'knex'
import { closeLeavers } from './access-control/leavers.ts'
import { endExpiredViews } from './account/viewing.ts'
import { bookJobs } from './books.ts'
import { complaintRoom } from './complaints/complaint-room.ts'
import { escalateLate } from './complaints/escalate-late.ts'
import { takeDueSteps } from './derive/process/due-steps.ts'
import { warnEwayBills } from './dispatches/booking/warn-eway-bills.ts'
import { pwcRoom } from './dispatches/collections/change-collection.ts'
import { remindOfClaims } from './dispatches/events/claims.ts'
import { remindOfPods } from './dispatches/pods/remind-of-pods.ts'
import { expireAgreements } from './masters/expire-agreements.ts'
import { countFrequentItems } from './masters/frequently-purchased-items.ts'
import { endTypedItems } from './masters/typed-items.ts'
import { warnContracts } from './masters/warn-contracts.ts'
import { dropReportFiles } from './mis/exports/report-file-work.ts'
import { keepOutstanding } from './mis/outstanding-day.ts'
import { mailReports } from './mis/schedules/mail-reports.ts'
import { escalateTasks } from './orders/approvals/escalate-tasks.ts'
import { closeOrders } from './orders/close-orders.ts'
import { nightlyDocuments } from './orders/documents/nightly-documents.ts'
import { expireOrders } from './orders/expire-orders.ts'
import { mailSapDigest } from './orders/mail/sap-digest.ts'
import { findRuleGapsNightly } from './orders/what-if/find-rule-gaps.ts'
import { expireCarts } from './payments/cart/expire-carts.ts'
import { clearPayments } from './payments/posting/clear-payments.ts'
import { askDuePayments } from './payments/results/ask-due-payments.ts'
import { compareSettlements } from './payments/settlement/nightly-settlements.ts'
import type { Config } from './platform/config.ts'
import { markReplica } from './platform/reports/reports-database.ts'
import { countTableRows } from './platform/sqlite/table-statistics.ts'
import type { NightlyJob } from './platform/work/nightly.ts'
import { dropExpired } from './retention-work.ts'
import { readClearedInvoices } from './sap/documents/cleared-invoices.ts'
import { readAwaitedInvoices } from './sap/documents/read-awaited-invoices.ts'
import { rereadOpenOrders } from './sap/documents/reread-open-orders.ts'
import { expireFeedbackLinks } from './shipment-tracking/news/feedback-link.ts'
import { mailDelays } from './shipment-tracking/news/mail-delays.ts'

/** The nightly jobs with their times, and those that run all day; reports are read from `reading`, if that is another database. */
export const nightlyJobs = (
  { home, databaseUrl = '', reportsDatabaseUrl = null }: Pick<Config, 'home'> & Partial<Config>,
  reading?: Knex,
): readonly NightlyJob[] => [
  ...(reportsDatabaseUrl === null ? [] : [{ name: 'replica-mark', everyMinutes: 1, work: markReplica }]),
  { name: 'due-payments', everyMinutes: 1, work: askDuePayments },
  { name: 'chase-tasks', everyMinutes: 5, work: escalateTasks },
  { name: 'ending-eway-bills', everyMinutes: 5, work: warnEwayBills },
  { name: 'stuck-orders', everyMinutes: 60, work: mailSapDigest },
  { name: 'payments-cleared-in-sap', everyMinutes: 5, work: clearPayments },
  { name: 'invoices-awaited-from-sap', everyMinutes: 5, work: readAwaitedInvoices },
  { name: 'open-orders-in-sap', everyMinutes: 60, work: rereadOpenOrders },
  { name: 'expired-report-files', everyMinutes: 60, work: db => dropReportFiles(db, home) },
  { name: 'late-complaints', everyMinutes: 15, work: escalateLate },
  // First of the night: what was open at the end of yesterday.
  { name: 'outstanding-day', at: '00:01', work: keepOutstanding },
  { name: 'leavers', at: '00:05', work: closeLeavers },
  { name: 'lapsed-views', at: '00:15', work: endExpiredViews },
  { name: 'items-entered-by-hand', at: '00:10', work: endTypedItems },
  { name: 'expire-agreements', at: '00:30', work: expireAgreements },
  { name: 'collections', at: '00:40', work: db => takeDueSteps(db, pwcRoom) },
  { name: 'expired-carts', at: '00:50', work: expireCarts },
  { name: 'warn-contracts', at: '00:45', work: warnContracts },
  { name: 'dead-orders', at: '01:00', work: expireOrders },
  { name: 'close-orders', at: '01:15', work: closeOrders },
  { name: 'end-user-documents', at: '01:30', work: nightlyDocuments },
  { name: 'claims-against-transporters', at: '01:45', work: remindOfClaims },
  { name: 'retention', at: '02:00', work: db => dropExpired(db, home) },
  ...(databaseUrl.startsWith('sqlite:') ? [{ name: 'table-statistics', at: '02:20', work: countTableRows }] : []),
  { name: 'invoices-cleared-in-sap', at: '02:30', work: readClearedInvoices },
  { name: 'find-holes', at: '03:00', work: findRuleGapsNightly },
  { name: 'feedback-links', at: '03:30', work: expireFeedbackLinks },
  { name: 'frequent-items', at: '04:00', work: countFrequentItems },
  ...bookJobs,
  { name: 'settlements', at: '04:15', work: compareSettlements },
  { name: 'pod-reminders', at: '05:00', work: remindOfPods },
  { name: 'complaints', at: '05:15', work: db => takeDueSteps(db, complaintRoom) },
  { name: 'reports-by-mail', at: '05:45', work: db => mailReports(db, reading) },
  { name: 'mail-delays', at: '05:30', work: mailDelays },
]
