import type {
  ChannelProductCnf,
  CnfProduct,
  CustomerProductCnf,
  ProductTollCenter,
  RulePlant,
  SbuCnf,
} from '../rows.ts'
import { type RowUsed, rowUsed, type Trace, trace } from '../trace.ts'
import { type CandidateResult, type CandidateStep, firstMatch, hit, none, skipped } from './first-match.ts'
import { rankRows } from './rank-rows.ts'
import type { SourceFacts, SourceLine, SourceOrder } from './source-facts.ts'
import { refusalOfCnf, refusalOfPlant, refusalOfTollCenter } from './source-filter.ts'
import { coverShortage, type StockOf, type Supply } from './source-shortage.ts'
import { codeAndName, requireRow, type SourceBook } from './sourcing-rules.ts'

const sourceSteps = [
  { step: 'S0', name: 'MANUAL', evaluate: facts => [chosenByHand(facts)] },
  {
    step: 'S1',
    name: 'TOLL_CENTER',
    evaluate: facts =>
      rankRows(facts.book.tolls.get(facts.line.product.id), {
        resource: 'product-wise-toll-center',
        columns: ['tollCenterId'],
        on: facts.order.orderDate,
        value: row => ({ plantId: tollOf(facts, row).plantId, cnf: null }),
        says: row => `${codeAndName(tollOf(facts, row))} makes the product`,
        refuses: row => refusalOfTollCenter(tollOf(facts, row), facts),
        missing: 'The product is made by no toll center',
      }),
  },
  {
    step: 'S2',
    name: 'CUSTOMER_PRODUCT_CNF',
    evaluate: facts =>
      rankCnfs(facts, facts.book.ofCustomer.get(`${facts.order.soldToId}/${facts.line.product.id}`), {
        resource: 'distributor-product-cnf-mapping',
        columns: ['cnfId', 'customerId'],
        says: 'is mapped to this buyer and product',
        missing: 'No CnF is mapped to this buyer and product',
      }),
  },
  { step: 'S3', name: 'CHANNEL_PRODUCT_CNF', evaluate: ofChannel },
  { step: 'S4', name: 'CNF_PRODUCT', evaluate: ofArticle },
  {
    step: 'S5',
    name: 'SBU_CNF',
    evaluate: facts =>
      rankCnfs(facts, facts.book.sbuCnfs.get(`${facts.order.sbuId}/${facts.order.shipToStateId}`), {
        resource: 'sbu-wise-cnf',
        columns: ['cnfId', 'stateId'],
        says: 'serves the SBU in the state of the ship-to',
        missing: 'No CnF serves the SBU in the state of the ship-to',
      }),
  },
  { step: 'S6', name: 'DEFAULT_PLANT', evaluate: defaultPlants },
] as const satisfies readonly CandidateStep<SourceFacts, Supply>[]

/** Which rule chose a plant; SAP is not one of the steps, but wins once it has the order. */
export type SourceRule = (typeof sourceSteps)[number]['name'] | 'CW_SHORTAGE' | 'SAP'

function chosenByHand(facts: SourceFacts): CandidateResult<Supply> {
  const { book, line } = facts
  if (line.manualPlantId === null) return none('No plant was selected manually')
  const plant = requireRow(book.plants, line.manualPlantId, 'plant')
  const row = plantUsed(plant)
  const refusal = refusalOfPlant(plant, facts)
  return refusal
    ? skipped(row, `Customer service chose ${codeAndName(plant)}, but ${refusal}`)
    : hit({ plantId: plant.id, cnf: null }, row, `Customer service chose ${codeAndName(plant)}`)
}

type Mapped = SbuCnf | CustomerProductCnf | ChannelProductCnf | CnfProduct

/** Ranks rows that map to a CnF: each that passes the filter supplies from its plant. */
function rankCnfs<R extends Mapped>(
  facts: SourceFacts,
  rows: readonly R[] | undefined,
  how: { resource: string; columns: readonly (keyof R & string)[]; says: string; missing: string },
  refuses: (row: R) => string | undefined = () => undefined,
): CandidateResult<Supply>[] {
  const cnfOf = (row: R) => requireRow(facts.book.cnfs, row.cnfId, 'CnF')
  return rankRows(rows, {
    resource: how.resource,
    columns: how.columns,
    on: facts.order.orderDate,
    value: row => ({ plantId: cnfOf(row).plantId, cnf: cnfOf(row) }),
    says: row => `${codeAndName(cnfOf(row))} ${how.says}`,
    refuses: row => refuses(row) ?? refusalOfCnf(cnfOf(row), facts),
    missing: how.missing,
  })
}

/** S3: a row of the ship-to's state is preferred to one for every state. */
function ofChannel(facts: SourceFacts): CandidateResult<Supply>[] {
  const { order, line, book } = facts
  return [order.shipToStateId, null].flatMap(state => {
    const where = state === null ? 'in every state' : 'in the state of the ship-to'
    return rankCnfs(facts, book.ofChannel.get(`${order.channelId}/${line.product.id}/${state ?? ''}`), {
      resource: 'channel-product-cnf',
      columns: ['cnfId', 'channelId', 'stateId'],
      says: `supplies the product in this channel ${where}`,
      missing: `No CnF is mapped to this channel and product ${where}`,
    })
  })
}

/** S4: of the CnFs that stock the article and serve the state, the lowest priority, then the first code. */
function ofArticle(facts: SourceFacts): CandidateResult<Supply>[] {
  const { order, line, book } = facts
  const codeOf = (row: CnfProduct) => requireRow(book.cnfs, row.cnfId, 'CnF').code
  const rows = [...(book.ofArticle.get(line.product.id) ?? [])].sort(
    (a, b) => a.priority - b.priority || (codeOf(a) < codeOf(b) ? -1 : 1),
  )
  const how = {
    resource: 'cnf-product-map',
    columns: ['cnfId', 'priority'] as const,
    missing: 'No CnF stocks the product',
  }
  if (rows.length === 0) return rankCnfs(facts, [], { ...how, says: '' })
  return rows.flatMap(row =>
    rankCnfs(facts, [row], { ...how, says: `stocks the product with priority ${row.priority}` }, ({ cnfId }) =>
      book.served.has(`${cnfId}/${order.shipToStateId}`) ? undefined : 'it does not serve the state of the ship-to',
    ),
  )
}

/** S6: a row of the order's channel is preferred to one for every channel. */
function defaultPlants(facts: SourceFacts): CandidateResult<Supply>[] {
  const { book, order } = facts
  return [order.channelId, null].flatMap(channel => {
    const ofChannel = book.defaults.get(`${order.sbuId}/${channel ?? ''}`)
    return rankRows(ofChannel, {
      resource: 'default-supply-plant',
      columns: ['plantId', 'channelId'],
      on: order.orderDate,
      value: row => ({ plantId: row.plantId, cnf: null }),
      says: row =>
        `${codeAndName(requireRow(book.plants, row.plantId, 'plant'))} is the default of the SBU for ${channel === null ? 'every channel' : 'this channel'}`,
      refuses: row => refusalOfPlant(requireRow(book.plants, row.plantId, 'plant'), facts),
      missing: `The SBU has no default plant for ${channel === null ? 'every channel' : 'this channel'}`,
    })
  })
}

/** A line as sourced; column names of `order_line`. No plant and no rule where none may supply it. */
export interface SourcedLine {
  plantId: number | null
  sourceRule: SourceRule | null
  /** The row of the master that chose the plant. */
  sourceRowId: number | null
  sourceProblem: 'NO_SOURCE' | null
  sourceTrace: Trace
}

/**
 * Finds the supplying plant of one line on the order's day: the first hit wins, and a CnF that is short is replaced by
 * its central warehouse. Throws when a named CnF, toll centre or plant was not loaded.
 */
export function sourceLine(
  book: SourceBook,
  order: SourceOrder,
  line: SourceLine,
  stockOf: StockOf = null,
): SourcedLine {
  const facts = { book, order, line }
  const climbed = firstMatch<SourceFacts, Supply, (typeof sourceSteps)[number]>(sourceSteps, facts)
  const { won, steps } = climbed
  const fallback = coverShortage(facts, climbed, stockOf)
  return {
    plantId: fallback?.plantId ?? won?.value.plantId ?? null,
    sourceRule: fallback ? 'CW_SHORTAGE' : (won?.name ?? null),
    sourceRowId: fallback?.rowId ?? won?.row?.id ?? null,
    sourceProblem: won ? null : 'NO_SOURCE',
    sourceTrace: trace('source', order.orderDate, fallback?.steps ?? steps),
  }
}

const plantUsed = (plant: RulePlant): RowUsed => rowUsed('plant', plant, ['code', 'name'])
const tollOf = ({ book }: SourceFacts, row: ProductTollCenter) =>
  requireRow(book.tollCenters, row.tollCenterId, 'toll center')
