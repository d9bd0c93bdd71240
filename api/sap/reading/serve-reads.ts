import { Unavailable } from '@feathersjs/errors'
import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { SapAnswer } from '../../../resources/platform/sap-status.ts'
import { type SapSyncRun, sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { forbidden, invalidField, unknownField } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { isConnected } from '../sap-connection.ts'
import { orderNamed } from './order-named.ts'
import { readCards } from './read-cards.ts'
import { readOrderFromSap } from './read-order-from-sap.ts'
import { alreadyReading, type SapReader } from './reader.ts'
import { wakeReading } from './reading-worker.ts'
import { queueRun, runOf } from './sync-run.ts'

/**
 * `POST /api/masters/read-data-from-sap { object, mode? }` queues a reading and answers its run; the object `ALL` queues
 * all of them, in the order in which they need each other. With `filterCode`, the number of an order or the code of a
 * row, it reads that one at once and answers what came in sentences; ten a minute, then 429. `GET` answers for each
 * object its last readings.
 */
export function serveReadDataFromSap(app: Application, db: Knex, limits: RateLimits, objects: readonly SapObject[]) {
  const single = limits.of('sap-ask', { tries: 10, seconds: 60 })
  const readers = (): readonly SapReader[] => app.get('sapReaders' as never) ?? []
  const service = {
    async find(call: Call) {
      requireRight(requirePerson(call), sapSyncRun, 'read')
      return readCards(db, objects)
    },
    async create(data: unknown, call: Call) {
      const person = requirePerson(call)
      requireRight(person, sapSyncRun, 'approve')
      const { wanted, mode, filterCode } = readRequest(data, objects)
      if (filterCode !== null) {
        await single.take(String(person.id))
        if (wanted[0] === 'ORDER_STATUS')
          return readOrderFromSap(db, await orderNamed(db, person, filterCode), person.id)
        return readByCode(readers(), wanted[0]!, filterCode, person.id)
      }
      if (!can(person, 'readAllFromSap'))
        throw forbidden('Reads from SAP: a CSC agent may read single documents, not all of them')
      if (mode === 'FULL' && !can(person, 'readFullFromSap'))
        throw forbidden('Reads from SAP: a full reading needs the role SYS_ADMIN')
      if (!isConnected(db)) throw notConnected()
      const run = { trigger: 'MANUAL', mode, requestedById: person.id } as const
      return transact(db, async trx => {
        const ids = []
        for (const object of wanted) ids.push(await queueRun(trx, object, run))
        const [first] = ids.filter(id => id !== null)
        if (first === undefined) throw alreadyReading()
        wakeReading(trx)
        return runOf(trx, first)
      })
    },
  }
  app.use('api/masters/read-data-from-sap', service as never, { methods: ['find', 'create'] } as never)
}

type SapObject = SapSyncRun['object']

function readRequest(data: unknown, objects: readonly SapObject[]) {
  const { object, mode = 'DELTA', filterCode = null, ...rest } = (data ?? {}) as Record<string, unknown>
  const wanted = object === 'ALL' ? objects : objects.filter(one => one === object)
  if (wanted.length === 0) throw invalidField('object', 'ENUM', `Object must be ALL or one of ${objects.join(', ')}`)
  if (mode !== 'DELTA' && mode !== 'FULL') throw invalidField('mode', 'ENUM', 'Mode must be DELTA or FULL')
  const [unknown] = Object.keys(rest)
  if (unknown) throw unknownField(unknown)
  if (filterCode === null) return { wanted, mode: mode as SapSyncRun['mode'], filterCode }
  if (object === 'ALL' || typeof filterCode !== 'string' || !/^[\w./+&-]{1,40}$/.test(filterCode))
    throw invalidField('filterCode', 'FORMAT', 'Only must be one code or number of the object, such as 100101')
  return { wanted, mode: 'DELTA' as const, filterCode }
}

/** Reads the rows of one code and says in sentences what came. */
async function readByCode(
  readers: readonly SapReader[],
  object: SapObject,
  code: string,
  requestedById: number,
): Promise<SapAnswer> {
  if (readers.length === 0) throw notConnected()
  const reader = readers.find(one => one.object === object)
  if (!reader?.readOne)
    throw invalidField('filterCode', 'NOT_ALLOWED', `Single rows of ${object} cannot be read: leave Only empty`)
  const { run, failed } = await reader.readOne(code, requestedById)
  const status = run.status === 'PARTIAL' ? 'PARTIAL' : 'OK'
  return { runId: run.id, status, says: failed.length > 0 ? failed.map(({ message }) => message) : [words(run, code)] }
}

function words({ rowsRead, rowsCreated, rowsUpdated }: SapSyncRun, code: string): string {
  if (rowsRead === 0) return `SAP has nothing with the code ${code}`
  if (rowsCreated > 0) return `${code} is new in the portal, as in SAP`
  return rowsUpdated > 0 ? `${code} is updated` : `SAP has nothing new of ${code}`
}

const notConnected = () => new Unavailable('SAP is not connected: the IT administrator must set SAP_URL')
