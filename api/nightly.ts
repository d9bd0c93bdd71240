import { closeLeavers } from './access-control/leavers.ts'
import { endExpiredViews } from './account/viewing.ts'
import { expireAgreements } from './masters/expire-agreements.ts'
import { countFrequentItems } from './masters/frequently-purchased-items.ts'
import { warnContracts } from './masters/warn-contracts.ts'
import { escalateTasks } from './orders/approvals/escalate-tasks.ts'
import { closeOrders } from './orders/close-orders.ts'
import { nightlyDocuments } from './orders/documents/nightly-documents.ts'
import { expireOrders } from './orders/expire-orders.ts'
import { mailStuckOrders } from './orders/mail/mail-stuck-orders.ts'
import { reconcileOrders } from './orders/reconcile-orders.ts'
import { findRuleGapsNightly } from './orders/what-if/find-rule-gaps.ts'
import type { Config } from './platform/config.ts'
import type { NightlyJob } from './platform/nightly.ts'
import { dropExpired } from './platform/retention.ts'
import { readClearedInvoices } from './sap/cleared-invoices.ts'
import { endDeletedOrders } from './sap/deleted-orders.ts'

/** The nightly jobs with their times, and those that run all day. */
export const nightlyJobs = ({ home }: Pick<Config, 'home'>): readonly NightlyJob[] => [
  { name: 'chase-tasks', everyMinutes: 5, work: escalateTasks },
  { name: 'stuck-orders', everyMinutes: 60, work: mailStuckOrders },
  { name: 'leavers', at: '00:05', work: closeLeavers },
  { name: 'lapsed-views', at: '00:15', work: endExpiredViews },
  { name: 'expire-agreements', at: '00:30', work: expireAgreements },
  { name: 'warn-contracts', at: '00:45', work: warnContracts },
  { name: 'dead-orders', at: '01:00', work: expireOrders },
  { name: 'close-orders', at: '01:15', work: closeOrders },
  { name: 'end-user-documents', at: '01:30', work: nightlyDocuments },
  { name: 'retention', at: '02:00', work: db => dropExpired(db, home) },
  { name: 'orders-deleted-in-sap', at: '02:15', work: endDeletedOrders },
  { name: 'invoices-cleared-in-sap', at: '02:30', work: readClearedInvoices },
  { name: 'find-holes', at: '03:00', work: findRuleGapsNightly },
  { name: 'frequent-items', at: '04:00', work: countFrequentItems },
  { name: 'books', at: '04:30', work: reconcileOrders },
]
