import type { Knex } from 'knex'

/**
 * Orders or invoices beside the cluster of their ship-to: a city that is named in the SBU belongs to that cluster alone,
 * every other city to the cluster of its area.
 */
function deliveredInClusters(db: Knex, table: 'order' | 'invoice'): Knex.QueryBuilder {
  const nearer = db('cluster_mapping as nearer')
    .where('nearer.isActive', 1)
    .where('nearer.sbuId', db.ref('cluster.sbuId'))
    .where('nearer.cityId', db.ref('place.cityId'))
  return db(`${table} as delivered`)
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

/** Orders that are delivered in the clusters an employee heads, inside the given SBUs. */
export const ordersOfCluster = (db: Knex, employeeId: number, sbuIds: Knex.QueryBuilder): Knex.QueryBuilder =>
  headedBy(deliveredInClusters(db, 'order'), employeeId, sbuIds)

/** As `ordersOfCluster`, of invoices and notes; told which column is `asked`, it looks at that invoice alone. */
export const invoicesOfCluster = (
  db: Knex,
  employeeId: number,
  sbuIds: Knex.QueryBuilder,
  asked?: string,
): Knex.QueryBuilder => {
  const invoices = headedBy(deliveredInClusters(db, 'invoice'), employeeId, sbuIds)
  return asked ? invoices.where('delivered.id', db.ref(asked)) : invoices
}

const headedBy = (delivered: Knex.QueryBuilder, employeeId: number, sbuIds: Knex.QueryBuilder) =>
  delivered.where('cluster.headEmployeeId', employeeId).whereIn('cluster.sbuId', sbuIds).select('delivered.id')

/** The user of the head of the cluster an order is delivered in; empty where it is in none. */
export const clusterHeadOf = (db: Knex, orderId: number): Promise<number[]> =>
  deliveredInClusters(db, 'order').where('delivered.id', orderId).limit(1).pluck('cluster.headEmployeeId')
