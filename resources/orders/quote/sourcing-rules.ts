import type {
  CentralWarehouse,
  ChannelProductCnf,
  Cnf,
  CnfExclusion,
  CnfProduct,
  CnfState,
  CustomerProductCnf,
  DefaultSupplyPlant,
  Plant,
  ProductTollCenter,
  SbuCnf,
  TollCenter,
} from '../rows.ts'

/** Every sourcing row the lines of an order may need; more rows do no harm. */
export interface SourceRows {
  plants: readonly Plant[]
  cnfs: readonly Cnf[]
  cnfStates: readonly CnfState[]
  tollCenters: readonly TollCenter[]
  centralWarehouses: readonly CentralWarehouse[]
  productTollCenters: readonly ProductTollCenter[]
  customerProductCnfs: readonly CustomerProductCnf[]
  channelProductCnfs: readonly ChannelProductCnf[]
  cnfProducts: readonly CnfProduct[]
  exclusions: readonly CnfExclusion[]
  sbuCnfs: readonly SbuCnf[]
  defaultSupplyPlants: readonly DefaultSupplyPlant[]
  /** The ids of products of a petroleum class (M35). */
  petroleum: ReadonlySet<number>
  /** What cannot be had at one plant (M40, BLOCK), by `plant/product`. */
  unavailable?: ReadonlySet<string>
}

const byId = <R extends { id: number }>(rows: readonly R[]) => new Map(rows.map(row => [row.id, row]))

/** The sourcing rows by their keys, made once for all lines. */
export const sourceBook = (rows: SourceRows) => ({
  plants: byId(rows.plants),
  cnfs: byId(rows.cnfs),
  tollCenters: byId(rows.tollCenters),
  centralWarehouses: byId(rows.centralWarehouses),
  served: new Set(rows.cnfStates.filter(row => row.isActive).map(({ cnfId, stateId }) => `${cnfId}/${stateId}`)),
  tolls: Map.groupBy(rows.productTollCenters, row => row.productId),
  ofCustomer: Map.groupBy(rows.customerProductCnfs, row => `${row.customerId}/${row.productId}`),
  ofChannel: Map.groupBy(rows.channelProductCnfs, row => `${row.channelId}/${row.productId}/${row.stateId ?? ''}`),
  ofArticle: Map.groupBy(rows.cnfProducts, row => row.productId),
  exclusions: Map.groupBy(rows.exclusions, row => `${row.cnfId}/${row.productId}`),
  sbuCnfs: Map.groupBy(rows.sbuCnfs, row => `${row.sbuId}/${row.stateId}`),
  defaults: Map.groupBy(rows.defaultSupplyPlants, row => `${row.sbuId}/${row.channelId ?? ''}`),
  petroleum: rows.petroleum,
  unavailable: rows.unavailable ?? new Set<string>(),
})
export type SourceBook = ReturnType<typeof sourceBook>

/** A site as a sentence names it. */
export const nameOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`

/** The row of an id that another row names. Throws when it was not loaded. */
export function known<R>(rows: ReadonlyMap<number, R>, id: number, what: string): R {
  const row = rows.get(id)
  if (!row) throw new Error(`${what} ${id} was not loaded for sourcing`)
  return row
}
