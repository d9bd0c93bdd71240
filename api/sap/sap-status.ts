import type { Knex } from 'knex'
import type { SapStatus } from '../../resources/sap/commands/reading.ts'
import { isConnected } from './sap-connection.ts'
import { pauseOf } from './sending/pause.ts'

/** Whether messages go to SAP now, and how old its data are. */
export async function sapStatus(db: Knex): Promise<SapStatus> {
  const at = await lastGood(db)
  return {
    isConnected: isConnected(db),
    ...(await pauseOf(db)),
    ordersAt: at.get('ORDER_STATUS')?.finishedAt ?? null,
    invoicesAt: at.get('INVOICE')?.finishedAt ?? null,
    stockAt: at.get('STOCK')?.startedAt ?? (await latestQuantity(db)),
    pricesAt: at.get('PRICE')?.startedAt ?? null,
  }
}

interface GoodReading {
  object: string
  startedAt: string
  finishedAt: string
}

/** When the last reading of each object began that saved what it could, and when it had ended. */
async function lastGood(db: Knex): Promise<ReadonlyMap<string, GoodReading>> {
  const rows: GoodReading[] = await db('sap_sync_run')
    .where({ filterCode: null })
    .whereIn('status', ['OK', 'PARTIAL'])
    .whereIn('object', ['ORDER_STATUS', 'INVOICE', 'STOCK', 'PRICE'])
    .groupBy('object')
    .select('object')
    .max({ startedAt: 'startedAt', finishedAt: 'finishedAt' })
  return new Map(rows.map(row => [row.object, row]))
}

/** Where stock was never read from SAP, a file may have brought it. */
async function latestQuantity(db: Knex): Promise<string | null> {
  const stock = await db('stock_level').where('isActive', 1).max({ at: 'asOn' }).first()
  return stock?.at ?? null
}
