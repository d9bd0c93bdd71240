import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { SapStatus } from '../../resources/platform/sap-status.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { forbidden } from '../platform/errors.ts'
import { pausesOf } from './pauses.ts'
import { isConnected } from './sap-connection.ts'

/** `GET /api/sap-standing`: whether messages go to SAP now, and how old its data are; for employees. */
export function serveSapStatus(app: Application, db: Knex) {
  const service = {
    async find(call: Call): Promise<SapStatus> {
      if (requirePerson(call).userType !== 'EMPLOYEE')
        throw forbidden('How we stand with SAP is shown to our own people')
      const last: { object: string; at: string }[] = await db('sap_sync_run')
        .where({ filterCode: null })
        .whereIn('status', ['OK', 'PARTIAL'])
        .whereIn('object', ['ORDER_STATUS', 'INVOICE'])
        .groupBy('object')
        .select('object')
        .max({ at: 'finishedAt' })
      const at = (object: string) => last.find(row => row.object === object)?.at ?? null
      const stock = await db('stock_level').where('isActive', 1).max({ at: 'asOn' }).first()
      return {
        isConnected: isConnected(db),
        pauses: await pausesOf(db),
        ordersAt: at('ORDER_STATUS'),
        invoicesAt: at('INVOICE'),
        stockAt: stock?.at ?? null,
      }
    },
  }
  app.use('api/sap-standing', service as never, { methods: ['find'] } as never)
}
