import type { Knex } from 'knex'
import { keepsLists } from '../platform/sql-words.ts'

/**
 * Ship-tos beside their cluster in each SBU: a city that is named in the SBU belongs to that cluster alone, every other
 * city to the cluster of its area.
 */
function placesInClusters(db: Knex): Knex.QueryBuilder {
  const nearer = db('cluster_mapping as nearer')
    .where('nearer.isActive', 1)
    .where('nearer.sbuId', db.ref('cluster.sbuId'))
    .where('nearer.cityId', db.ref('place.cityId'))
  return db('cluster_mapping as cluster')
    .join('state_city as city', 'city.zoneAreaId', 'cluster.zoneAreaId')
    .join('ship_to as place', 'place.cityId', 'city.id')
    .where('cluster.isActive', 1)
    .where(any =>
      any
        .where('cluster.cityId', db.ref('place.cityId'))
        .orWhere(area => area.whereNull('cluster.cityId').whereNotExists(nearer.select('nearer.id'))),
    )
}

/** The cluster in which a city lies in an SBU, both given as values or in SQL; in rows of at most one. */
export const clusterOfCity = (db: Knex, cityId: Knex.Value, sbuId: Knex.Value): Knex.QueryBuilder =>
  db('state_city as city')
    .join('cluster_mapping as cluster', 'cluster.zoneAreaId', 'city.zoneAreaId')
    .where({ 'city.id': cityId, 'cluster.sbuId': sbuId, 'cluster.isActive': 1 })
    .whereRaw('(cluster.cityId = city.id or cluster.cityId is null)')
    .orderByRaw('case when cluster.cityId is null then 1 else 0 end')
    .orderBy('cluster.id')
    .limit(1)
    .select('cluster.clusterCode')

/**
 * Orders or invoices that are delivered in the clusters an employee heads, inside the given SBUs; told which column is
 * `asked`, it looks at that one alone.
 */
export function deliveredInClustersOf(
  db: Knex,
  table: 'order' | 'invoice',
  employeeId: number,
  sbuIds: Knex.QueryBuilder,
  outerColumn?: string,
): Knex.QueryBuilder {
  const places = placesInClusters(db).where('cluster.headEmployeeId', employeeId).whereIn('cluster.sbuId', sbuIds)
  // The places are few.
  const delivered: Knex.QueryBuilder = keepsLists(db)
    ? db(`${table} as delivered`).whereIn(
        ['delivered.shipToId', 'delivered.sbuId'],
        places.select('place.id', 'cluster.sbuId') as never,
      )
    : sentTo(places, table)
  if (outerColumn) delivered.where('delivered.id', db.ref(outerColumn))
  return delivered.select('delivered.id')
}

/** Orders or invoices beside the place to which they are sent. */
const sentTo = (places: Knex.QueryBuilder, table: 'order' | 'invoice') =>
  places.join(`${table} as delivered`, on =>
    on.on('delivered.shipToId', 'place.id').andOn('delivered.sbuId', 'cluster.sbuId'),
  )

/** The user of the head of the cluster an order is delivered in; empty where it is in none. */
export const clusterHeadOf = (db: Knex, orderId: number): Promise<number[]> =>
  sentTo(placesInClusters(db), 'order').where('delivered.id', orderId).limit(1).pluck('cluster.headEmployeeId')
