import type { Knex } from 'knex'
import type { Invoice } from '../../resources/dispatches/invoice.ts'
import type { Order } from '../../resources/orders/order.ts'
import { whereValidOn } from '../derive/rows-of.ts'

export type SalesStamps = Pick<
  Invoice,
  'salesEmployeeId' | 'zoneId' | 'zoneAreaId' | 'customerSegmentId' | 'clusterCode'
>

/**
 * Where a new document, or an order at its first submission, belongs in sales, by the masters of its day: the place of its ship-to, else of its sold-to;
 * cluster, segment and account owner in its SBU. Segment and owner are those of the customer who ordered.
 */
export async function salesStampsOf(
  trx: Knex,
  { shipToId, soldToId, sbuId }: Partial<Pick<Invoice, 'shipToId' | 'soldToId' | 'sbuId'>>,
  day: string,
  order: Pick<Order, 'customerId' | 'departmentId'> | undefined,
): Promise<SalesStamps> {
  const place = (await placeOf(trx, 'ship_to', shipToId ?? null)) ?? (await placeOf(trx, 'customer', soldToId!))
  const shipTo = order
    ? undefined
    : await trx('ship_to')
        .where('id', shipToId ?? 0)
        .first('customerId')
  const customerId: number = order?.customerId ?? shipTo?.customerId ?? soldToId!
  const [segment] = await whereValidOn(trx('customer_segment_map').where({ customerId, sbuId: sbuId! }), day)
    .orderBy('id', 'desc')
    .limit(1)
    .pluck('customerSegmentId')
  return {
    salesEmployeeId: await ownerOf(trx, customerId, sbuId!, order?.departmentId),
    zoneId: place?.zoneId ?? null,
    zoneAreaId: place?.zoneAreaId ?? null,
    customerSegmentId: segment ?? null,
    clusterCode: place ? await clusterOf(trx, sbuId!, place) : null,
  }
}

interface Place {
  cityId: number
  zoneAreaId: number
  zoneId: number
}

async function placeOf(trx: Knex, table: 'ship_to' | 'customer', id: number | null): Promise<Place | undefined> {
  if (id === null) return undefined
  return trx(`${table} as at`)
    .join('state_city', 'state_city.id', 'at.cityId')
    .join('zone_area', 'zone_area.id', 'state_city.zoneAreaId')
    .where('at.id', id)
    .first('at.cityId', 'state_city.zoneAreaId', 'zone_area.zoneId')
}

/** A city that is named in the SBU belongs to that cluster alone, every other city to the cluster of its area. */
async function clusterOf(trx: Knex, sbuId: number, { zoneAreaId, cityId }: Place): Promise<string | null> {
  const [code] = await trx('cluster_mapping')
    .where({ sbuId, zoneAreaId, isActive: 1 })
    .where(any => any.where({ cityId }).orWhereNull('cityId'))
    .orderByRaw('case when ?? is null then 1 else 0 end', ['cityId'])
    .orderBy('id')
    .limit(1)
    .pluck('clusterCode')
  return code ?? null
}

/** Whoever keeps the account of the customer in the SBU; that of the order's department first. */
async function ownerOf(trx: Knex, customerId: number, sbuId: number, departmentId = 0): Promise<number | null> {
  const [owner] = await trx('customer_department_map as account')
    .join('department', 'department.id', 'account.departmentId')
    .where({ 'account.customerId': customerId, 'account.isActive': 1, 'department.sbuId': sbuId })
    .orderByRaw('case when ?? = ? then 0 else 1 end', ['account.departmentId', departmentId])
    .orderBy('account.id')
    .limit(1)
    .pluck('account.salesEmployeeId')
  return owner ?? null
}
