import { Unavailable } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type Order, order as orders } from '../../resources/orders/order.ts'
import { orderFlow } from '../../resources/orders/order-flow.ts'
import { isKnownToSap } from '../../resources/orders/sap/known-to-sap.ts'
import { type SapReadStatus, sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { decodeRow } from '../derive/row-codec.ts'
import type { Call } from '../derive/service.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import type { RateLimits } from '../platform/rate-limit.ts'
import { readOrderFromSap } from './read-order-from-sap.ts'
import type { SapReader } from './reader.ts'

/** Every object of the screen; those not readable yet are shown as such. */
const objects = sapSyncRun.fields.object.options as readonly SapReadStatus['object'][]

/** What the portal can read from SAP. */
export const readable: readonly string[] = ['ORDER_STATUS', 'INVOICE'] satisfies SapReader['object'][]

/**
 * `POST /api/read-data-from-sap { object, mode? }` reads at once and answers the run; with `filterCode`, our number of
 * an order, it reads that one and answers what came in sentences. `GET` answers for each object whether it can be read,
 * its last success, and whether it runs. A customer service agent reads single documents only; ten a minute, then 429.
 */
export function serveReadDataFromSap(app: Application, db: Knex, limits: RateLimits) {
  const single = limits.of('sap-ask', { tries: 10, seconds: 60 })
  const service = {
    async find(call: Call) {
      personOf(call, 'read')
      return cardsOf(db)
    },
    async create(data: unknown, call: Call) {
      const person = personOf(call, 'approve')
      const { object, mode = 'DELTA', filterCode = null, ...rest } = (data ?? {}) as Record<string, unknown>
      if (!readable.includes(String(object)))
        throw invalidField('object', 'ENUM', `Object must be one of ${readable.join(', ')}`)
      if (mode !== 'DELTA' && mode !== 'FULL') throw invalidField('mode', 'ENUM', 'Mode must be DELTA or FULL')
      const [unknown] = Object.keys(rest)
      if (unknown)
        throw invalidField(unknown.slice(0, 60), 'UNKNOWN_FIELD', `${unknown.slice(0, 60)} is not asked here`)
      if (filterCode !== null) {
        await single.take(String(person.id))
        return readOrderFromSap(db, await orderNamed(db, person, object, filterCode), person.id)
      }
      if (!can(person, 'readAllFromSap')) {
        throw forbidden('Reads from SAP: a customer service agent may read single documents, not all of them')
      }
      if (mode === 'FULL' && !can(person, 'readFullFromSap'))
        throw forbidden('Reads from SAP: a full reading needs the role SYS_ADMIN')
      const readers: SapReader[] | undefined = app.get('sapReaders' as never)
      const ready = readers?.find(reader => reader.object === object)
      if (!ready) throw new Unavailable('SAP is not connected: an administrator must set SAP_URL')
      return ready.read({ trigger: 'MANUAL', mode, requestedById: person.id })
    },
  }
  app.use('api/read-data-from-sap', service as never, { methods: ['find', 'create'] } as never)
}

/** The order to be read alone: any for whoever reads everything from SAP, else one in scope. */
async function orderNamed(db: Knex, person: Person, object: unknown, orderNo: unknown): Promise<Order> {
  if (object !== 'ORDER_STATUS')
    throw invalidField(
      'filterCode',
      'NOT_ALLOWED',
      'Only is for single orders: choose the object ORDER_STATUS, or leave it empty',
    )
  if (typeof orderNo !== 'string' || !/^OR\d{10}$/.test(orderNo))
    throw invalidField('filterCode', 'FORMAT', 'Only must be the number of an order, such as OR2627000123')
  const rows = db('order').where('order.orderNo', orderNo)
  const readable = can(person, 'readAllFromSap') ? rows : restrict(rows, db, orders, person, 'read')
  const row = await readable.first('order.*')
  if (!row) throw notFound(`There is no order ${orderNo} that you may read`)
  const order = decodeRow(orders, row)
  if (!isKnownToSap(order.status))
    throw conflict(
      'NOT_ALLOWED_STATE',
      `SAP has nothing to tell of ${orderNo}: it is ${orderFlow.states[order.status]}`,
    )
  return order
}

function personOf(call: Call, action: 'read' | 'approve') {
  const person = requirePerson(call)
  requireRight(person, sapSyncRun, action)
  return person
}

async function cardsOf(db: Knex): Promise<SapReadStatus[]> {
  const ended = db('sap_sync_run')
    .where({ filterCode: null })
    .whereIn('status', ['OK', 'PARTIAL'])
    .groupBy('object')
    .select('object')
  const last: { object: string; at: string }[] = await ended.max({ at: 'finishedAt' })
  const running: string[] = await db('sap_sync_run').where({ status: 'RUNNING' }).pluck('object')
  return objects.map(object => ({
    object,
    isRead: readable.includes(object),
    lastOkAt: last.find(row => row.object === object)?.at ?? null,
    isRunning: running.includes(object),
  }))
}
