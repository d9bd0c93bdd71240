import type {
  CentralWarehouse,
  ChannelProductCnf,
  CnfExclusion,
  CnfProduct,
  CnfState,
  CustomerProductCnf,
  ProductTollCenter,
  RuleCnf,
  RuleDefaultPlant,
  RulePlant,
  RuleTollCenter,
  SbuCnf,
} from '../rows.ts'

/** Every sourcing row the lines of an order may need; others are ignored. */
export interface SourceRows {
  plants: readonly RulePlant[]
  cnfs: readonly RuleCnf[]
  cnfStates: readonly CnfState[]
  tollCenters: readonly RuleTollCenter[]
  centralWarehouses: readonly CentralWarehouse[]
  productTollCenters: readonly ProductTollCenter[]
  customerProductCnfs: readonly CustomerProductCnf[]
  channelProductCnfs: readonly ChannelProductCnf[]
  cnfProducts: readonly CnfProduct[]
  exclusions: readonly CnfExclusion[]
  sbuCnfs: readonly SbuCnf[]
  defaultSupplyPlants: readonly RuleDefaultPlant[]
  /** The ids of petroleum products. */
  petroleum: ReadonlySet<number>
  /** What is not available at a plant, by `plant/product`. */
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

/** The name of a site in a sentence. */
export const codeAndName = ({ code, name }: { code: string; name: string }) => `${code} ${name}`

/** The row that another row refers to by id. Throws when it was not loaded. */
export function requireRow<R>(rows: ReadonlyMap<number, R>, id: number, what: string): R {
  const row = rows.get(id)
  if (!row) throw new Error(`${what} ${id} was not loaded for sourcing`)
  return row
}
