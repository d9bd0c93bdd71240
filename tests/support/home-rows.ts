import type { Knex } from 'knex'
import { now, secondsFromNow, today } from '../../api/platform/clock.ts'
import { addDays } from '../../resources/define/dates.ts'
import { tableOf } from '../../resources/define/resource.ts'
import { tileQuery } from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { holdKinds } from '../../resources/orders/holds/hold-kinds.ts'

/** Gives every tile some rows: those of a list are dealt out among the tiles that count it. */
export async function fillTiles(db: Knex): Promise<void> {
  await holdOrders(db)
  const asked = tiles.flatMap(({ counts }) => ('list' in counts ? [counts] : []))
  for (const list of new Set(asked.map(({ list }) => list))) {
    if (list.kind === 'report') continue
    const ofList = asked.filter(one => one.list.name === list.name)
    const ids: number[] = await db(tableOf(list)).orderBy('id').pluck('id')
    for (const [at, one] of ofList.entries()) {
      const conditions = tileQuery(one.list, one.where ?? {}, now(), today()).$and as Record<string, unknown>[]
      const named = conditions.flatMap(condition =>
        Object.entries(condition).flatMap(([name, wanted]): [string, string | number][] => {
          if (!(name in list.fields)) return []
          if (typeof wanted === 'boolean') return [[name, wanted ? 1 : 0]]
          const { $in, $ne } = wanted as { $in?: string[]; $ne?: string }
          return $in?.[0]
            ? [[name, $in[0]]]
            : $ne
              ? [[name, list.fields[name]!.kind === 'instant' ? now() : 'GST rate']]
              : []
        }),
      )
      if (named.length === 0) continue
      const values = { ...Object.fromEntries(named), ...(one.where?.isActive === false && { isActive: 0 }) }
      const own = ids.filter((_, index) => index % ofList.length === at)
      await db(tableOf(list)).whereIn('id', own).update(values)
    }
  }
  await db('pod').update({ comparison: 'CONTRADICTS' })
  const [invoiced] = await db('invoice').where({ dispatchStatus: 'PENDING' }).select('id')
  await db('invoice').update({ transMode: 'PWC' }).whereNot({ id: invoiced.id })
  await db('complaint').update({ dueAt: '2026-01-01T00:00:00.000Z', pausedAt: null })
  const payments: number[] = await db('payment_transaction').orderBy('id').pluck('id')
  const states = [
    ['PENDING', 'NOT_DUE'],
    ['SUCCESS', 'STUCK'],
    ['SUCCESS', 'POSTED'],
    ['FAILED', 'NOT_DUE'],
  ] as const
  for (const [at, [status, postingStatus]] of states.entries())
    await db('payment_transaction').where({ id: payments[at] }).update({ status, postingStatus, createdAt: now() })
  const [capture] = await db('payment_capture').orderBy('id').limit(1).pluck('id')
  await db('payment_capture').where({ id: capture }).update({ postingStatus: 'STUCK' })
  const { id: _, ...refund } = await db('refund').orderBy('id').first()
  const told = { ...refund, doneReference: null, confirmedById: null }
  await db('refund').insert([
    { ...told, refundNo: 'HOME1', status: 'FAILED', how: 'API' },
    { ...told, refundNo: 'HOME2', status: 'SETTLED', how: 'GATEWAY' },
  ])
  const orders: number[] = await db('order').orderBy('id').limit(20).pluck('id')
  const buyer = await db('user').where({ loginId: 'customer' }).first()
  const mine = await db('order').where({ customerId: buyer.customerId }).whereIn('id', orders).orderBy('id').pluck('id')
  await db('order').where({ id: mine[0] }).update({ status: 'DRAFT', placedById: buyer.id })
  await db('order').where({ id: mine[1] }).update({ status: 'IN_ERROR' })
  await db('complaint').where({ customerId: buyer.customerId }).limit(1).update({ status: 'WAITING_CUSTOMER' })
  const [price] = await db('cust_shipto_prod_price').orderBy('id').limit(1).pluck('id')
  await db('cust_shipto_prod_price')
    .where({ id: price })
    .update({ validTo: addDays(today(), 7) })
  const sender = await db('user').where({ loginId: 'master_admin' }).first('id')
  await db('import_job').limit(1).update({ requestedById: sender.id, status: 'VALIDATED', createdAt: now() })
  await db('lr_line')
    .whereNotNull('ewayBillNo')
    .update({ ewayValidTo: secondsFromNow(3600) })
  await db('sap_sync_run').update({ filterCode: null, status: 'FAILED' })
  await db('user').where({ loginId: 'leela' }).orWhere({ loginId: 'imran' }).update({ isLocked: 1, lockedAt: now() })
}

/** SAP holds each order for one reason of each kind. */
async function holdOrders(db: Knex) {
  const ids: number[] = await db('order').orderBy('id').limit(10).pluck('id')
  const stamps = { rowVersion: 1, createdAt: now(), updatedAt: now() }
  for (const orderId of ids)
    for (const kind of holdKinds)
      await db('order_hold').insert({
        ...{ orderId, kind, code: '04', since: now(), dueAt: secondsFromNow(86_400), isOfOrder: 1 },
        ...{ openKey: `${orderId}//${kind}/04`, ...stamps },
      })
}
