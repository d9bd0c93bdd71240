import { quantityText } from '../define/show.ts'
import type { Role } from '../roles.ts'
import { type Climbed, climb, hit, none, type Rung, skipped, type Weighed } from './ladder.ts'
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
  Product,
  ProductTollCenter,
  SbuCnf,
  TollCenter,
} from './rows.ts'
import { refusalOfCnf, refusalOfPlant, refusalOfTollCenter } from './source-filter.ts'
import { type RowUsed, rowUsed, type Trace, type TraceStep, trace } from './trace.ts'
import { weighRows } from './weigh-rows.ts'

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
}

export interface SourceOrder {
  orderDate: string
  sbuId: number
  channelId: number
  soldToId: number
  shipToStateId: number
}

export interface SourceLine {
  product: Pick<Product, 'id' | 'code' | 'isDrug'>
  qty: number
  /** The plant a CSC agent chose for this line, and nobody else (`mayChoosePlant`). */
  manualPlantId: number | null
}

/** Only the customer service centre chooses a plant by hand (S0). */
export const mayChoosePlant = (roles: readonly Role[]) => roles.includes('CSC_AGENT')

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
})
export type SourceBook = ReturnType<typeof sourceBook>

export interface SourceFacts {
  book: SourceBook
  order: SourceOrder
  line: SourceLine
}

/** Where a line would come from, and the CnF of the plant where one was mapped. */
interface Supply {
  plantId: number
  cnf: Cnf | null
}

const ladder = [
  { step: 'S0', name: 'MANUAL', weigh: facts => [chosenByHand(facts)] },
  {
    step: 'S1',
    name: 'TOLL_CENTER',
    weigh: facts =>
      weighRows(facts.book.tolls.get(facts.line.product.id), {
        resource: 'product-wise-toll-center',
        columns: ['tollCenterId'],
        on: facts.order.orderDate,
        value: row => ({ plantId: tollOf(facts, row).plantId, cnf: null }),
        says: row => `${nameOf(tollOf(facts, row))} makes the product`,
        refuses: row => refusalOfTollCenter(tollOf(facts, row), facts),
        missing: 'The product is made by no toll centre',
      }),
  },
  {
    step: 'S2',
    name: 'CUSTOMER_PRODUCT_CNF',
    weigh: facts =>
      weighCnfs(facts, facts.book.ofCustomer.get(`${facts.order.soldToId}/${facts.line.product.id}`), {
        resource: 'distributor-product-cnf-mapping',
        columns: ['cnfId', 'customerId'],
        says: 'is mapped to this buyer and product',
        missing: 'No CnF is mapped to this buyer and product',
      }),
  },
  { step: 'S3', name: 'CHANNEL_PRODUCT_CNF', weigh: ofChannel },
  { step: 'S4', name: 'CNF_PRODUCT', weigh: ofArticle },
  {
    step: 'S5',
    name: 'SBU_CNF',
    weigh: facts =>
      weighCnfs(facts, facts.book.sbuCnfs.get(`${facts.order.sbuId}/${facts.order.shipToStateId}`), {
        resource: 'sbu-wise-cnf',
        columns: ['cnfId', 'stateId'],
        says: 'serves the SBU in the state of the ship-to',
        missing: 'No CnF serves the SBU in the state of the ship-to',
      }),
  },
  { step: 'S6', name: 'DEFAULT_PLANT', weigh: defaultPlants },
] as const satisfies readonly Rung<SourceFacts, Supply>[]

export type SourceRule = (typeof ladder)[number]['name'] | 'CW_SHORTAGE'

function chosenByHand(facts: SourceFacts): Weighed<Supply> {
  const { book, line } = facts
  if (line.manualPlantId === null) return none('No plant was chosen by hand')
  const plant = known(book.plants, line.manualPlantId, 'plant')
  const row = plantUsed(plant)
  const refusal = refusalOfPlant(plant, facts)
  return refusal
    ? skipped(row, `The customer service centre chose ${nameOf(plant)}, but ${refusal}`)
    : hit({ plantId: plant.id, cnf: null }, row, `The customer service centre chose ${nameOf(plant)}`)
}

type Mapped = SbuCnf | CustomerProductCnf | ChannelProductCnf | CnfProduct

/** Weighs rows that map to a CnF: each that passes the filter supplies from its plant. */
function weighCnfs<R extends Mapped>(
  facts: SourceFacts,
  rows: readonly R[] | undefined,
  how: { resource: string; columns: readonly (keyof R & string)[]; says: string; missing: string },
  refuses: (row: R) => string | undefined = () => undefined,
): Weighed<Supply>[] {
  const cnfOf = (row: R) => known(facts.book.cnfs, row.cnfId, 'CnF')
  return weighRows(rows, {
    resource: how.resource,
    columns: how.columns,
    on: facts.order.orderDate,
    value: row => ({ plantId: cnfOf(row).plantId, cnf: cnfOf(row) }),
    says: row => `${nameOf(cnfOf(row))} ${how.says}`,
    refuses: row => refuses(row) ?? refusalOfCnf(cnfOf(row), facts),
    missing: how.missing,
  })
}

/** S3: a row of the ship-to's state comes before one for every state. */
function ofChannel(facts: SourceFacts): Weighed<Supply>[] {
  const { order, line, book } = facts
  return [order.shipToStateId, null].flatMap(state => {
    const where = state === null ? 'in every state' : 'in the state of the ship-to'
    return weighCnfs(facts, book.ofChannel.get(`${order.channelId}/${line.product.id}/${state ?? ''}`), {
      resource: 'channel-product-cnf',
      columns: ['cnfId', 'channelId', 'stateId'],
      says: `supplies the product in this channel ${where}`,
      missing: `No CnF is mapped to this channel and product ${where}`,
    })
  })
}

/** S4: of the CnFs that stock the article and serve the state, the lowest priority, then the first code. */
function ofArticle(facts: SourceFacts): Weighed<Supply>[] {
  const { order, line, book } = facts
  const codeOf = (row: CnfProduct) => known(book.cnfs, row.cnfId, 'CnF').code
  const rows = [...(book.ofArticle.get(line.product.id) ?? [])].sort(
    (a, b) => a.priority - b.priority || (codeOf(a) < codeOf(b) ? -1 : 1),
  )
  const how = {
    resource: 'cnf-product-map',
    columns: ['cnfId', 'priority'] as const,
    missing: 'No CnF stocks the article',
  }
  if (rows.length === 0) return weighCnfs(facts, [], { ...how, says: '' })
  return rows.flatMap(row =>
    weighCnfs(facts, [row], { ...how, says: `stocks the article with priority ${row.priority}` }, ({ cnfId }) =>
      book.served.has(`${cnfId}/${order.shipToStateId}`) ? undefined : 'it does not serve the state of the ship-to',
    ),
  )
}

/** S6: a row of the order's channel comes before one for every channel. */
function defaultPlants(facts: SourceFacts): Weighed<Supply>[] {
  const { book, order } = facts
  return [order.channelId, null].flatMap(channel => {
    const ofChannel = book.defaults.get(`${order.sbuId}/${channel ?? ''}`)
    return weighRows(ofChannel, {
      resource: 'default-supply-plant',
      columns: ['plantId', 'channelId'],
      on: order.orderDate,
      value: row => ({ plantId: row.plantId, cnf: null }),
      says: row =>
        `${nameOf(known(book.plants, row.plantId, 'plant'))} is the default of the SBU for ${channel === null ? 'every channel' : 'this channel'}`,
      refuses: row => refusalOfPlant(known(book.plants, row.plantId, 'plant'), facts),
      missing: `The SBU has no default plant for ${channel === null ? 'every channel' : 'this channel'}`,
    })
  })
}

/** A line as sourced; column names of `order_line`. No plant and no rule where none may supply it. */
export interface SourcedLine {
  plantId: number | null
  sourceRule: SourceRule | null
  sourceProblem: 'NO_SOURCE' | null
  sourceTrace: Trace
}

/** What sourcing asks about stock: how much of the product a plant has, in thousandths, where the fallback is switched on. */
export type StockOf = ((plantId: number) => number) | null

/**
 * Finds the supplying plant of one line on the order's day (§D.5): the first hit wins, and a CnF that is short gives way
 * to its central warehouse. Throws when a named CnF, toll centre or plant was not loaded.
 */
export function sourceLine(
  book: SourceBook,
  order: SourceOrder,
  line: SourceLine,
  stockOf: StockOf = null,
): SourcedLine {
  const facts = { book, order, line }
  const climbed = climb<SourceFacts, Supply, (typeof ladder)[number]>(ladder, facts)
  const { won, steps } = climbed
  const fallback = shortage(facts, climbed, stockOf)
  return {
    plantId: fallback?.plantId ?? won?.value.plantId ?? null,
    sourceRule: fallback ? 'CW_SHORTAGE' : (won?.name ?? null),
    sourceProblem: won ? null : 'NO_SOURCE',
    sourceTrace: trace('source', order.orderDate, fallback?.steps ?? steps),
  }
}

/** S5b: the central warehouse of a mapped CnF supplies where the CnF has too little and the warehouse has enough. */
function shortage(
  { book, line }: SourceFacts,
  { won, steps }: Climbed<Supply, SourceRule>,
  stockOf: StockOf,
): { plantId: number; steps: TraceStep[] } | undefined {
  const cnf = won?.value.cnf
  if (!won || !cnf || cnf.centralWarehouseId === null || !stockOf) return undefined
  const warehouse = known(book.centralWarehouses, cnf.centralWarehouseId, 'central warehouse')
  const has = stockOf(cnf.plantId)
  if (!warehouse.isActive || !warehouse.fallbackEnabled || has >= line.qty) return undefined
  const there = stockOf(warehouse.plantId)
  if (there < line.qty || !known(book.plants, warehouse.plantId, 'plant').isActive) return undefined
  const short = `${nameOf(cnf)} has ${quantityText(has)} of ${quantityText(line.qty)}`
  const instead: TraceStep = {
    step: 'S5b',
    name: 'CW_SHORTAGE',
    verdict: 'won',
    row: rowUsed('central-warehouse', warehouse, ['code', 'name', 'plantId']),
    reason: `${short}, and its central warehouse ${nameOf(warehouse)} has ${quantityText(there)}`,
  }
  const told = steps.map(step =>
    step.verdict === 'won'
      ? { ...step, verdict: 'lost' as const, reason: `${step.reason}, but it is short: S5b CW_SHORTAGE comes in` }
      : step,
  )
  const last = told.findIndex(({ step }) => step === 'S6')
  return { plantId: warehouse.plantId, steps: told.toSpliced(last, 0, instead) }
}

const plantUsed = (plant: Plant): RowUsed => rowUsed('plant', plant, ['code', 'name'])
const nameOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`
const tollOf = ({ book }: SourceFacts, row: ProductTollCenter) =>
  known(book.tollCenters, row.tollCenterId, 'toll centre')

function known<R>(rows: ReadonlyMap<number, R>, id: number, what: string): R {
  const row = rows.get(id)
  if (!row) throw new Error(`${what} ${id} was not loaded for sourcing`)
  return row
}
