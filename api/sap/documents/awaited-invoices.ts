import type { Knex } from 'knex'
import { parkRows, unparkRows } from '../reading/pending-rows.ts'

/** Where the documents wait; no reading of another object brings what they need. */
export const awaited = { object: 'INVOICE_AWAITED', waitsFor: 'POSTING', item: null } as const

/** Why a document waits that accounting has not posted yet; others are only to be read again. */
export const UNPOSTED = 'Not posted yet'

/**
 * Remembers a billing document that is to be read again by its number: accounting has not posted it yet, or it was
 * cancelled before the portal knew it. SAP reports neither as a change.
 */
export const awaitInvoice = async (trx: Knex, sapBillingDoc: string): Promise<void> => {
  const pendingRow = await trx('sap_pending_row')
    .where({ object: awaited.object, sapKey: sapBillingDoc })
    .first('sapKey')
  if (!pendingRow) await parkRows(trx, [{ ...awaited, sapKey: sapBillingDoc, reason: UNPOSTED }])
}

/** The billing document waits no longer. */
export const settleInvoice = (trx: Knex, sapBillingDoc: string): Promise<void> =>
  unparkRows(trx, awaited.object, [sapBillingDoc])
