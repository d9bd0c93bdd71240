import { Unavailable } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { isKnownToSap } from '../../../resources/orders/sap/known-to-sap.ts'
import type { SapAnswer } from '../../../resources/platform/sap-status.ts'
import type { SapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import * as sap from '../../../resources/sap/commands/reading.ts'
import { type Bound, bind } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { conflict, forbidden, invalidField, notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/http/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { isConnected } from '../sap-connection.ts'
import { readCards } from './read-cards.ts'
import { readOrderFromSap } from './read-order-from-sap.ts'
import { alreadyReading, type SapReader } from './reader.ts'
import { wakeReading } from './reading-worker.ts'
import { queueRun, runOf } from './sync-run.ts'

/** The order to be read alone: any for whoever reads everything from SAP, else one in scope. */
async function orderNamed(db: Knex, person: Person, orderNo: string): Promise<Order> {
  if (!/^OR\d{10}$/.test(orderNo))
    throw invalidField('filterCode', 'FORMAT', 'Only must be the number of an order, such as OR2627000123')
  const rows = db('order').where('order.orderNo', orderNo)
  const readable = can(person, 'readAllFromSap') ? rows : restrict(rows, db, orders, person, 'read')
  const row = await readable.first('order.*')
  if (!row) throw notFound(`There is no order ${orderNo} that you may read`)
  const order = decodeRow(orders, row)
  if (!isKnownToSap(order.status))
    throw conflict(
      'NOT_ALLOWED_STATE',
      `SAP has nothing to tell of ${orderNo}: it is ${wordOf(orderProcess, order.status)}`,
    )
  return order
}

/** How long readings of one order or row are counted, and how many are done then. */
const SINGLE = { tries: 10, seconds: 60 }

interface Means {
  limits: RateLimits
  readers: () => readonly SapReader[]
  /** What can be read, in the order in which a first load needs it. */
  objects: readonly SapObject[]
}

/** How data are read from SAP on request. */
export function readingCommands({ limits, readers, objects }: Means): Bound[] {
  const single = limits.of('sap-ask', SINGLE)
  return [
    bind(sap.showReadings, (_, { trx }) => readCards(trx, objects)),
    bind(sap.readFromSap, async (asked, { trx: db, person }) => {
      if (asked.filterCode === null) return queueReadings(db, asked, person, objects)
      const { object, code } = oneOf(asked.object, asked.filterCode)
      await single.take(String(person.id))
      if (object === 'ORDER_STATUS') return readOrderFromSap(db, await orderNamed(db, person, code), person.id)
      return readByCode(readers(), object, code, person.id)
    }),
  ]
}

type SapObject = SapSyncRun['object']

/** Queues the reading of an object, or of all in the order in which they need each other, and answers the first run. */
async function queueReadings(db: Knex, reading: sap.AskedReading, person: Person, objects: readonly SapObject[]) {
  const { object, mode } = reading
  if (!can(person, 'readAllFromSap'))
    throw forbidden('Reads from SAP: a CSC agent may read single documents, not all of them')
  if (mode === 'FULL' && !can(person, 'readFullFromSap'))
    throw forbidden('Reads from SAP: a full reading needs the role SYS_ADMIN')
  if (!isConnected(db)) throw notConnected()
  const run = { trigger: 'MANUAL', mode, requestedById: person.id } as const
  return transact(db, async trx => {
    const ids = []
    for (const wanted of object === 'ALL' ? objects : [object]) ids.push(await queueRun(trx, wanted, run))
    const [first] = ids.filter(id => id !== null)
    if (first === undefined) throw alreadyReading()
    wakeReading(trx)
    return runOf(trx, first)
  })
}

function oneOf(object: SapObject | 'ALL', code: string) {
  if (object === 'ALL' || !/^[\w./+&-]+$/.test(code))
    throw invalidField('filterCode', 'FORMAT', 'Only must be one code or number of the object, such as 100101')
  return { object, code }
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
