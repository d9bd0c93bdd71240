import type { Knex } from 'knex'

/**
 * Orders beside the cluster they are delivered in: a city that is named in the SBU belongs to that cluster alone, every
 * other city to the cluster of its area.
 */
function deliveredInClusters(db: Knex): Knex.QueryBuilder {
  const nearer = db('cluster_mapping as nearer')
    .where('nearer.isActive', 1)
    .where('nearer.sbuId', db.ref('cluster.sbuId'))
    .where('nearer.cityId', db.ref('place.cityId'))
  return db('order as delivered')
    .join('ship_to as place', 'place.id', 'delivered.shipToId')
    .join('state_city as city', 'city.id', 'place.cityId')
    .join('cluster_mapping as cluster', join =>
      join.on('cluster.zoneAreaId', 'city.zoneAreaId').on('cluster.sbuId', 'delivered.sbuId'),
    )
    .where('cluster.isActive', 1)
    .where(any =>
      any
        .where('cluster.cityId', db.ref('place.cityId'))
        .orWhere(area => area.whereNull('cluster.cityId').whereNotExists(nearer.select('nearer.id'))),
    )
}

/** Orders that are delivered in the clusters an employee heads, inside the given SBUs. */
export const ordersOfCluster = (db: Knex, employeeId: number, sbuIds: Knex.QueryBuilder): Knex.QueryBuilder =>
  deliveredInClusters(db)
    .where('cluster.headEmployeeId', employeeId)
    .whereIn('cluster.sbuId', sbuIds)
    .select('delivered.id')

/** The user of the head of the cluster an order is delivered in; empty where it is in none. */
export const clusterHeadOf = (db: Knex, orderId: number): Promise<number[]> =>
  deliveredInClusters(db).where('delivered.id', orderId).limit(1).pluck('cluster.headEmployeeId')
