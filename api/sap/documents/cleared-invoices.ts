import type { Knex } from 'knex'
import { withoutOpenItem } from '../../masters/items-of-invoices.ts'
import { saveDocument } from '../reading/pull.ts'
import { callSap, isConnected } from '../sap-connection.ts'
import { invoicePull } from './save-invoice.ts'

/** The most numbers that fit into the address of one request. */
const AT_ONCE = 50

/**
 * Reads the invoices again that count as owed though no open item tells of them: one that was paid between two files of
 * open items never appears in any, and SAP does not report its clearing as a change. Returns how many changed.
 */
export async function readClearedInvoices(db: Knex): Promise<number> {
  if (!isConnected(db)) return 0
  const numbers: string[] = await withoutOpenItem(db('invoice'), db).orderBy('id').pluck('sapBillingDoc')
  let changed = 0
  for (let start = 0; start < numbers.length; start += AT_ONCE) {
    const some = numbers.slice(start, start + AT_ONCE)
    // What cannot be read is reported by the readings of changes.
    const documents = await callSap(db, sap => sap.billingDocumentsAmong(some, () => undefined))
    for (const document of documents) {
      const { outcome } = await saveDocument(db, (trx, note) =>
        invoicePull.save(trx, document, { isFull: false, note }),
      )
      if (outcome === 'updated') changed++
    }
  }
  return changed
}
