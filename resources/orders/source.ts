import { validOn } from '../define/dates.ts'
import { dayText } from '../define/show.ts'
import type { Role } from '../roles.ts'
import { climb, hit, none, type Rung, skipped, type Weighed } from './ladder.ts'
import type { Cnf, DefaultSupplyPlant, PesoLicensed, Plant, Product, SbuCnf } from './rows.ts'
import { type RowUsed, rowUsed, type Trace, trace } from './trace.ts'
import { weighRows } from './weigh-rows.ts'

/** Every sourcing row the lines of an order may need; more rows do no harm. */
export interface SourceRows {
  plants: readonly Plant[]
  cnfs: readonly Cnf[]
  sbuCnfs: readonly SbuCnf[]
  defaultSupplyPlants: readonly DefaultSupplyPlant[]
  /** The ids of products of a petroleum class (M35). */
  petroleum: ReadonlySet<number>
}

export interface SourceOrder {
  orderDate: string
  sbuId: number
  channelId: number
  shipToStateId: number
}

export interface SourceLine {
  product: Pick<Product, 'id' | 'code' | 'isDrug'>
  /** The plant a CSC agent chose for this line, and nobody else (`mayChoosePlant`). */
  manualPlantId: number | null
}

/** Only the customer service centre chooses a plant by hand (S0). */
export const mayChoosePlant = (roles: readonly Role[]) => roles.includes('CSC_AGENT')

/** The sourcing rows by their keys, made once for all lines. */
export const sourceBook = (rows: SourceRows) => ({
  petroleum: rows.petroleum,
  plants: new Map(rows.plants.map(row => [row.id, row])),
  cnfs: new Map(rows.cnfs.map(row => [row.id, row])),
  sbuCnfs: Map.groupBy(rows.sbuCnfs, row => `${row.sbuId}/${row.stateId}`),
  defaults: Map.groupBy(rows.defaultSupplyPlants, row => `${row.sbuId}/${row.channelId ?? ''}`),
})
export type SourceBook = ReturnType<typeof sourceBook>

interface SourceFacts {
  book: SourceBook
  order: SourceOrder
  line: SourceLine
}

/** Why a CnF may not supply a line although a mapping names it (the CnF filter of §D.5); one entry a reason. */
const cnfFilters: readonly ((cnf: Cnf, facts: SourceFacts) => string | undefined)[] = [
  cnf => (cnf.isActive ? undefined : 'it is inactive'),
  ({ agreementFrom, agreementTo }, { order }) =>
    validOn({ validFrom: agreementFrom, validTo: agreementTo }, order.orderDate)
      ? undefined
      : `its agreement runs from ${dayText(agreementFrom)} to ${dayText(agreementTo)}`,
  (cnf, { order, line }) => (line.product.isDrug ? drugLicenceMissing(cnf, order.orderDate) : undefined),
  pesoLicenceMissing,
]

/** Petroleum leaves only sites whose PESO licence holds (M35). */
function pesoLicenceMissing({ pesoLicenceNo, pesoValidTo }: PesoLicensed, { book, order, line }: SourceFacts) {
  if (!book.petroleum.has(line.product.id)) return undefined
  if (pesoLicenceNo === null || pesoValidTo === null) return 'it has no PESO licence and the product is petroleum'
  return pesoValidTo < order.orderDate
    ? `its PESO licence ended on ${dayText(pesoValidTo)} and the product is petroleum`
    : undefined
}

/** Why a plant itself may not supply a line. */
const refusalOfPlant = (plant: Plant, facts: SourceFacts) =>
  plant.isActive ? pesoLicenceMissing(plant, facts) : 'it is inactive'

function drugLicenceMissing({ drugLicenceNo, drugLicenceValidTo }: Cnf, on: string) {
  if (drugLicenceNo === null || drugLicenceValidTo === null) return 'it has no drug licence and the product is a drug'
  return drugLicenceValidTo < on
    ? `its drug licence ended on ${dayText(drugLicenceValidTo)} and the product is a drug`
    : undefined
}

const ladder = [
  { step: 'S0', name: 'MANUAL', weigh: facts => [chosenByHand(facts)] },
  {
    step: 'S5',
    name: 'SBU_CNF',
    weigh: facts =>
      weighRows(facts.book.sbuCnfs.get(`${facts.order.sbuId}/${facts.order.shipToStateId}`), {
        resource: 'sbu-wise-cnf',
        columns: ['cnfId', 'stateId'],
        on: facts.order.orderDate,
        value: row => known(facts.book.cnfs, row.cnfId, 'CnF').plantId,
        says: row => `${nameOf(known(facts.book.cnfs, row.cnfId, 'CnF'))} serves the SBU in the state of the ship-to`,
        refuses: row => refusalOfCnf(known(facts.book.cnfs, row.cnfId, 'CnF'), facts),
        missing: 'No CnF serves the SBU in the state of the ship-to',
      }),
  },
  { step: 'S6', name: 'DEFAULT_PLANT', weigh: defaultPlants },
] as const satisfies readonly Rung<SourceFacts, number>[]

export type SourceRule = (typeof ladder)[number]['name']

function chosenByHand(facts: SourceFacts): Weighed<number> {
  const { book, line } = facts
  if (line.manualPlantId === null) return none('No plant was chosen by hand')
  const plant = known(book.plants, line.manualPlantId, 'plant')
  const row = plantUsed(plant)
  const refusal = refusalOfPlant(plant, facts)
  return refusal
    ? skipped(row, `The customer service centre chose ${nameOf(plant)}, but ${refusal}`)
    : hit(plant.id, row, `The customer service centre chose ${nameOf(plant)}`)
}

/** S6: a row of the order's channel comes before one for every channel. */
function defaultPlants(facts: SourceFacts): Weighed<number>[] {
  const { book, order } = facts
  const rows = [order.channelId, null].flatMap(channel => {
    const ofChannel = book.defaults.get(`${order.sbuId}/${channel ?? ''}`)
    return weighRows(ofChannel, {
      resource: 'default-supply-plant',
      columns: ['plantId', 'channelId'],
      on: order.orderDate,
      value: row => row.plantId,
      says: row =>
        `${nameOf(known(book.plants, row.plantId, 'plant'))} is the default of the SBU for ${channel === null ? 'every channel' : 'this channel'}`,
      refuses: row => refusalOfPlant(known(book.plants, row.plantId, 'plant'), facts),
      missing: `The SBU has no default plant for ${channel === null ? 'every channel' : 'this channel'}`,
    })
  })
  return rows
}

function refusalOfCnf(cnf: Cnf, facts: SourceFacts) {
  for (const filter of cnfFilters) {
    const refusal = filter(cnf, facts)
    if (refusal) return refusal
  }
  const plant = known(facts.book.plants, cnf.plantId, 'plant')
  return plant.isActive ? undefined : `its plant ${nameOf(plant)} is inactive`
}

/** A line as sourced; column names of `order_line`. No plant and no rule where none may supply it. */
export interface SourcedLine {
  plantId: number | null
  sourceRule: SourceRule | null
  sourceProblem: 'NO_SOURCE' | null
  sourceTrace: Trace
}

/** Finds the supplying plant of one line on the order's day (§D.5): the first hit wins. Throws when a named CnF or plant was not loaded. */
export function sourceLine(book: SourceBook, order: SourceOrder, line: SourceLine): SourcedLine {
  const facts = { book, order, line }
  const { won, steps } = climb<SourceFacts, number, (typeof ladder)[number]>(ladder, facts)
  return {
    plantId: won?.value ?? null,
    sourceRule: won?.name ?? null,
    sourceProblem: won ? null : 'NO_SOURCE',
    sourceTrace: trace('source', order.orderDate, steps),
  }
}

const plantUsed = (plant: Plant): RowUsed => rowUsed('plant', plant, ['code', 'name'])
const nameOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`

function known<R>(rows: ReadonlyMap<number, R>, id: number, what: string): R {
  const row = rows.get(id)
  if (!row) throw new Error(`${what} ${id} was not loaded for sourcing`)
  return row
}
