import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { SapStatus } from '../../resources/platform/sap-status.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { forbidden } from '../platform/errors.ts'
import { isConnected } from './sap-connection.ts'
import { pauseOf } from './sending/pause.ts'

/** `GET /api/sap-status`: whether messages go to SAP now, and how old its data are; for employees. */
export function serveSapStatus(app: Application, db: Knex) {
  const service = {
    async find(call: Call): Promise<SapStatus> {
      if (requirePerson(call).userType !== 'EMPLOYEE')
        throw forbidden('The state of the connection to SAP is shown to employees only')
      const at = await lastGood(db)
      return {
        isConnected: isConnected(db),
        ...(await pauseOf(db)),
        ordersAt: at.get('ORDER_STATUS')?.finishedAt ?? null,
        invoicesAt: at.get('INVOICE')?.finishedAt ?? null,
        stockAt: at.get('STOCK')?.startedAt ?? (await latestQuantity(db)),
        pricesAt: at.get('PRICE')?.startedAt ?? null,
      }
    },
  }
  app.use('api/sap-status', service as never, { methods: ['find'] } as never)
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
