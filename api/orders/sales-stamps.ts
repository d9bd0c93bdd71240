import type { Knex } from 'knex'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import type { Order } from '../../resources/orders/order.ts'
import { clusterOfCity } from '../access-control/delivered-in-cluster.ts'
import { whereValidOn } from '../derive/rows-of.ts'

type SalesStamps = Pick<Invoice, 'salesEmployeeId' | 'zoneId' | 'zoneAreaId' | 'customerSegmentId' | 'clusterCode'>

/** A value in SQL, or a value. */
type Value = Knex.Raw | number | null
/** What of a document decides where it belongs in sales. */
export interface Stamped {
  shipToId: Value
  soldToId: Value
  /** Who ordered. */
  customerId: Value
  sbuId: Value
  /** Of the order. */
  departmentId: Value
}

/**
 * Where a document belongs in sales, by the masters of a day, as SQL: the place of its ship-to, else of its sold-to;
 * cluster, segment and account owner in its SBU. Segment and owner are those of the customer who ordered.
 */
export function stampsIn(db: Knex, { shipToId, soldToId, customerId, sbuId, departmentId }: Stamped, day: string) {
  const one = (rows: Knex.QueryBuilder) => db.raw('(?)', [rows.limit(1)])
  const city = db.raw('coalesce(?, ?)', [
    one(db('ship_to as delivered').where('delivered.id', shipToId).select('delivered.cityId')),
    one(db('customer as buying').where('buying.id', soldToId).select('buying.cityId')),
  ])
  const placed = () => db('state_city as city').where('city.id', city)
  return {
    // Whoever keeps the account of the customer in the SBU; that of the order's department first.
    salesEmployeeId: one(
      db('customer_department_map as account')
        .join('department', 'department.id', 'account.departmentId')
        .where({ 'account.customerId': customerId, 'account.isActive': 1, 'department.sbuId': sbuId })
        .orderByRaw('case when account.departmentId = ? then 0 else 1 end', [departmentId])
        .orderBy('account.id')
        .select('account.salesEmployeeId'),
    ),
    zoneId: one(placed().join('zone_area as area', 'area.id', 'city.zoneAreaId').select('area.zoneId')),
    zoneAreaId: one(placed().select('city.zoneAreaId')),
    customerSegmentId: one(
      whereValidOn(db('customer_segment_map as mapped'), day, 'mapped')
        .where({ 'mapped.customerId': customerId, 'mapped.sbuId': sbuId })
        .orderBy('mapped.id', 'desc')
        .select('mapped.customerSegmentId'),
    ),
    clusterCode: one(clusterOfCity(db, city, sbuId)),
  } satisfies Record<keyof SalesStamps, Knex.Raw>
}

/** Where a new document, or an order at its first submission, belongs in sales, by the masters of its day. */
export async function salesStampsOf(
  trx: Knex,
  document: Partial<Pick<Invoice, 'shipToId' | 'soldToId' | 'sbuId'>>,
  day: string,
  order: Pick<Order, 'customerId' | 'departmentId'> | undefined,
): Promise<SalesStamps> {
  const [shipToId, soldToId, sbuId] = [document.shipToId ?? null, document.soldToId ?? null, document.sbuId ?? null]
  const shipTo = order || shipToId === null ? undefined : await trx('ship_to').where('id', shipToId).first('customerId')
  const customerId: number | null = order?.customerId ?? shipTo?.customerId ?? soldToId
  const stamped = { shipToId, soldToId, sbuId, customerId, departmentId: order?.departmentId ?? null }
  const stamps = Object.entries(stampsIn(trx, stamped, day)).map(([name, sql]) => trx.raw('? as ??', [sql, name]))
  const [found] = (await trx.select(stamps)) as [SalesStamps]
  return found
}
