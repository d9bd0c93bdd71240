import type { Knex } from 'knex'

/**
 * Orders that are delivered in the clusters an employee heads (M13), inside the given SBUs: a city that is named in the
 * SBU belongs to that cluster alone, every other city to the cluster of its area.
 */
export function ordersOfCluster(db: Knex, employeeId: number, sbuIds: Knex.QueryBuilder): Knex.QueryBuilder {
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
    .where({ 'cluster.isActive': 1, 'cluster.headEmployeeId': employeeId })
    .whereIn('cluster.sbuId', sbuIds)
    .where(any =>
      any
        .where('cluster.cityId', db.ref('place.cityId'))
        .orWhere(area => area.whereNull('cluster.cityId').whereNotExists(nearer.select('nearer.id'))),
    )
    .select('delivered.id')
}
