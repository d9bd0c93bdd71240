import type { Knex } from 'knex'
import { now } from '../../platform/clock.ts'
import { keptCode } from '../identity/key-forms.ts'
import type { MoneyFault } from '../identity/money.ts'
import { parkRows, unparkRows } from '../reading/pending-rows.ts'
import { saveRead } from '../reading/read-changes.ts'
import { type FailedDocument, recordRead } from '../reading/sync-run.ts'
import { before } from '../reading/watermark.ts'
import { callSap, isConnected } from '../sap-connection.ts'
import { awaited, settleInvoice, UNPOSTED } from './awaited-invoices.ts'
import type { BillingNews } from './billing-document.ts'
import { invoicePull } from './save-invoice.ts'

/** The most numbers that fit into the address of one request. */
const AT_ONCE = 50
const FOREIGN_CURRENCY: MoneyFault['code'] = 'FOREIGN_CURRENCY'
/** So many late documents are reported at once; the others the next time. */
const MOST_REPORTED = 500
const day = 24 * 60 * 60_000
/** The reason of a document that was reported among the readings. */
const REPORTED = 'Not posted for a day'

/** Reads awaited billing documents again; those late by a day are reported once. Returns how many were saved. */
export async function readAwaitedInvoices(db: Knex): Promise<number> {
  if (!isConnected(db)) return 0
  const startedAt = now()
  const waiting: string[] = await db('sap_pending_row')
    .where({ object: awaited.object })
    .orderBy('sapKey')
    .pluck('sapKey')
  const counts = { rowsRead: 0, rowsCreated: 0, rowsUpdated: 0 }
  const failed: FailedDocument[] = []
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    const numbers = waiting.slice(start, start + AT_ONCE)
    const there = new Set<string>()
    const documents = await callSap(db, sap =>
      sap.billingDocumentsAmong(numbers, (number, _, code) => {
        // One that is not in rupees never becomes an invoice.
        if (code !== FOREIGN_CURRENCY) there.add(keptCode(number))
      }),
    )
    counts.rowsRead += documents.length
    for (const document of documents) {
      there.add(document.sapBillingDoc)
      const { outcome, refused } = await saveAwaited(db, document)
      if (outcome === 'created') counts.rowsCreated++
      if (outcome === 'updated') counts.rowsUpdated++
      failed.push(...refused)
    }
    const gone = numbers.filter(number => !there.has(number))
    await unparkRows(db, awaited.object, gone)
  }
  failed.push(...(await overdue(db)))
  const saved = counts.rowsCreated + counts.rowsUpdated
  if (saved + failed.length > 0) {
    const status = failed.length > 0 ? ('PARTIAL' as const) : ('OK' as const)
    await recordRead(db, 'INVOICE', { trigger: 'SCHEDULE', requestedById: null, startedAt, status, ...counts }, failed)
  }
  return saved
}

/** A document that is posted or cancelled by now waits no longer, even where it waits for something else. */
async function saveAwaited(db: Knex, document: BillingNews) {
  const { outcome, refused } = await saveRead(db, invoicePull, document, false)
  const isUnposted = document.kind === 'DOCUMENT' && document.invoiceNo === null && !document.isCancelled
  if (!isUnposted && outcome !== 'later') await settleInvoice(db, document.sapBillingDoc)
  return { outcome, refused }
}

/** Those that have waited for a day and were not reported yet; where they are many, the first. */
async function overdue(db: Knex): Promise<FailedDocument[]> {
  const late: string[] = await db('sap_pending_row')
    .where({ object: awaited.object })
    .where('since', '<=', before(now(), day))
    .where('reason', UNPOSTED)
    .orderBy('sapKey')
    .limit(MOST_REPORTED)
    .pluck('sapKey')
  await parkRows(
    db,
    late.map(sapKey => ({ ...awaited, sapKey, reason: REPORTED })),
  )
  return late.map(number => ({
    number,
    column: 'invoiceNo',
    code: 'NOT_POSTED',
    message: `Billing document ${number} has no invoice number for a day: post it to accounting in SAP, or cancel it there`,
  }))
}
