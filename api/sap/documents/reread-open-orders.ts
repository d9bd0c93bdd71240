import type { Knex } from 'knex'
import { type Order, order as orders } from '../../../resources/orders/order.ts'
import { sapCode } from '../../../resources/sap/codes.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { ListIncomplete } from '../reading/by-keys.ts'
import type { Unreadable } from '../reading/changed-since.ts'
import { whyGuarded } from '../reading/guard.ts'
import { unreadableRow } from '../reading/item-pages.ts'
import { saveRead } from '../reading/read-changes.ts'
import { readOrderFromSap } from '../reading/read-order-from-sap.ts'
import { type FailedDocument, recordRead } from '../reading/sync-run.ts'
import { callSap, isConnected } from '../sap-connection.ts'
import { orderStatusPull } from './save-order-status.ts'

/** The most numbers that fit into the address of one request. */
const AT_ONCE = 50

type SentOrder = Order & { sapOrderNo: string }

/**
 * Reads every open order again that SAP has, whether or not it reported a change, and ends those that were
 * deleted there, each as if it had been requested. Returns how many changed. Where too many would end, none does, and a
 * FAILED reading says so.
 */
export async function rereadOpenOrders(db: Knex): Promise<number> {
  if (!isConnected(db)) return 0
  // Those free of charge last: where SAP does not serve them, the others are read all the same.
  return (await reread(db, false)) + (await reread(db, true))
}

async function reread(db: Knex, isFree: boolean): Promise<number> {
  const startedAt = now()
  const open = await openOrders(db, isFree)
  const answered = new Set<string>()
  const failed: FailedDocument[] = []
  let rowsUpdated = 0
  for (let start = 0; start < open.length; start += AT_ONCE) {
    const numbers = open.slice(start, start + AT_ONCE).map(({ sapOrderNo }) => sapOrderNo)
    const documents = await ordersAmong(db, { numbers, isFree }, (number, reason, code) => {
      answered.add(sapCode(number))
      if (code) failed.push({ number, column: 'currency', code, message: reason })
      else failed.push(unreadableRow('Sales order', number, new RangeError(reason)))
    })
    if (documents instanceof ListIncomplete) {
      const ended = { status: 'FAILED' as const, errorClass: ListIncomplete.errorClass, errorText: documents.message }
      await record(db, { rowsRead: answered.size, rowsUpdated, startedAt, ...ended }, failed)
      return rowsUpdated
    }
    for (const document of documents) {
      answered.add(document.sapOrderNo)
      const { outcome, refused } = await saveRead(db, orderStatusPull, document, true)
      if (outcome === 'updated') rowsUpdated++
      failed.push(...refused)
    }
  }
  const counts = { rowsRead: answered.size, rowsUpdated }
  if (rowsUpdated > 0 || (failed.length > 0 && !(await isReported(db, failed)))) {
    const status = failed.length > 0 ? ('PARTIAL' as const) : ('OK' as const)
    await record(db, { ...counts, startedAt, status }, failed)
  }
  const gone = open.filter(({ sapOrderNo }) => !answered.has(sapOrderNo))
  const stop = whyGuarded(gone.length, { seen: answered.size, known: open.length, title: 'open orders' })
  if (stop !== null) {
    const ended = { ...counts, startedAt, status: 'FAILED' as const, errorClass: 'GUARD_TRIPPED', errorText: stop }
    await record(db, ended, [])
    return rowsUpdated
  }
  for (const order of gone) await readOrderFromSap(db, order, null)
  return rowsUpdated + gone.length
}

/** Those of these orders that SAP has, or that its list lacks some: then nothing is known of the others. */
const ordersAmong = (
  db: Knex,
  { numbers, isFree }: { numbers: readonly string[]; isFree: boolean },
  unreadable: Unreadable,
) =>
  callSap(db, sap =>
    sap.salesOrdersAmong(numbers, unreadable, isFree).catch((error: unknown) => {
      if (error instanceof ListIncomplete) return error
      throw error
    }),
  )

const openOrders = async (db: Knex, isFree: boolean): Promise<SentOrder[]> =>
  (await rowsOf(db, orders, rows =>
    rows
      .whereIn('status', ['CONFIRMED', 'PARTIALLY_DISPATCHED'])
      .whereIn('orderTypeId', db('order_type').where({ isFreeOfCharge: isFree }).select('id'))
      .whereNotNull('sapOrderNo')
      .orderBy('id'),
  )) as SentOrder[]

const record = (
  db: Knex,
  ended: Omit<Parameters<typeof recordRead>[2], 'trigger' | 'requestedById'>,
  failed: readonly FailedDocument[],
) => recordRead(db, 'ORDER_STATUS', { trigger: 'SCHEDULE', requestedById: null, mode: 'FULL', ...ended }, failed)

/** Whether the last rereading reported the same faults: repeated every hour they would hide new ones. */
async function isReported(db: Knex, failed: readonly FailedDocument[]): Promise<boolean> {
  const last = await db('sap_sync_run')
    .where({ object: 'ORDER_STATUS', trigger: 'SCHEDULE', mode: 'FULL' })
    .orderBy('id', 'desc')
    .first('id')
  if (!last) return false
  const reported: string[] = await db('import_job_error')
    .where({ sapSyncRunId: last.id })
    .orderBy('id')
    .pluck('message')
  return reported.join() === failed.map(({ message }) => message.slice(0, 255)).join()
}
