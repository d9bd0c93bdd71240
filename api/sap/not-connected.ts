import type { Knex } from 'knex'
import { now } from '../platform/clock.ts'

const sentence =
  'SAP is not connected: set SAP_URL, SAP_USER and SAP_PASSWORD and start the portal again. The message waits.'

/** Writes on every waiting message why it waits, without counting it as an attempt. */
export async function recordNotConnected(db: Knex): Promise<void> {
  await db('sap_outbox')
    .whereIn('status', ['READY', 'RETRY'])
    .whereNull('errorText')
    .update({ errorText: sentence, updatedAt: now() })
}
