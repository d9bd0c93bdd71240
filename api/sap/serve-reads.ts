import { Unavailable } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { demand } from '../derive/conditions.ts'
import type { Call } from '../derive/service.ts'
import { forbidden, invalidField } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'
import type { SapReader } from './reader.ts'

/** Everything M01 names; what is not read yet says so. */
const objects = sapSyncRun.fields.object.options as readonly string[]

/** What the portal can read from SAP. */
const readable: readonly string[] = ['ORDER_STATUS', 'INVOICE'] satisfies SapReader['object'][]

/**
 * `POST /api/read-data-from-sap { object, mode? }` reads at once and answers the run (M01); `GET` tells for each object what
 * can be read, when that last went well, and whether it runs. A customer service agent reads single documents alone.
 */
export function serveReadDataFromSap(app: Application, db: Knex) {
  const service = {
    async find(call: Call) {
      personOf(call, 'read')
      return cardsOf(db)
    },
    async create(data: unknown, call: Call) {
      const person = personOf(call, 'approve')
      const { object, mode = 'DELTA', ...rest } = (data ?? {}) as Record<string, unknown>
      if (!readable.includes(String(object)))
        throw invalidField('object', 'ENUM', `Object must be one of ${readable.join(', ')}`)
      if (mode !== 'DELTA' && mode !== 'FULL') throw invalidField('mode', 'ENUM', 'Mode must be DELTA or FULL')
      const [unknown] = Object.keys(rest)
      if (unknown)
        throw invalidField(unknown.slice(0, 60), 'UNKNOWN_FIELD', `${unknown.slice(0, 60)} is not asked here`)
      if (!person.roles.some(role => role === 'SYS_ADMIN' || role === 'MASTER_ADMIN')) {
        throw forbidden('Reads from SAP: a customer service agent may read single documents, not all of them')
      }
      if (mode === 'FULL' && !person.roles.includes('SYS_ADMIN'))
        throw forbidden('Reads from SAP: a full reading needs the role SYS_ADMIN')
      const readers: SapReader[] | undefined = app.get('sapReaders' as never)
      const ready = readers?.find(reader => reader.object === object)
      if (!ready) throw new Unavailable('SAP is not connected: an administrator must set SAP_URL')
      return ready.read({ trigger: 'MANUAL', mode, requestedById: person.id })
    },
  }
  app.use('api/read-data-from-sap', service as never, { methods: ['find', 'create'] } as never)
}

function personOf(call: Call, action: 'read' | 'approve') {
  const person = needPerson(call)
  demand(person, sapSyncRun, action)
  return person
}

async function cardsOf(db: Knex) {
  const ended = db('sap_sync_run').whereIn('status', ['OK', 'PARTIAL']).groupBy('object').select('object')
  const last: { object: string; at: string }[] = await ended.max({ at: 'finishedAt' })
  const running: string[] = await db('sap_sync_run').where({ status: 'RUNNING' }).pluck('object')
  return objects.map(object => ({
    object,
    isRead: readable.includes(object),
    lastOkAt: last.find(row => row.object === object)?.at ?? null,
    isRunning: running.includes(object),
  }))
}
