import type { Knex } from 'knex'
import { unparkRows } from '../reading/pending-rows.ts'
import { readOneRow } from '../reading/read-one-row.ts'
import { callSap, isConnected } from '../sap-connection.ts'
import { awaitedDeliveries } from './awaited-deliveries.ts'
import { deliveryPull } from './save-deliveries.ts'

/** So many deliveries are asked for at once; the others the next time. */
const MOST = 100

/** Reads the deliveries that invoices name and the portal does not know, each by its number. Returns how many SAP has. */
export async function readAwaitedDeliveries(db: Knex): Promise<number> {
  if (!isConnected(db)) return 0
  const waiting: string[] = await db('sap_pending_row')
    .where({ object: awaitedDeliveries.object })
    .orderBy('sapKey')
    .limit(MOST)
    .pluck('sapKey')
  let found = 0
  for (const number of waiting) {
    const { run } = await callSap(db, sap => readOneRow({ db, sap }, deliveryPull, number, null))
    if (run.rowsRead > 0) found++
    await unparkRows(db, awaitedDeliveries.object, [number])
  }
  return found
}
