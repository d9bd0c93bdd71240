import type { RowUsed, Trace } from './trace.ts'

/** A row of a master, enough to find it. */
type RowNamed = Pick<RowUsed, 'resource' | 'id'>

/** What decides about goods of a class for a group of customers, as tried out for one of each. */
export interface Coverage {
  productId: number
  priceSource: string | null
  priceRow: RowNamed | null
  /** Code and name. */
  plant: string | null
  sourceRule: string | null
  sourceRow: RowNamed | null
  approvals: { title: string; people: readonly string[]; missing: boolean }[]
  /** Rows that say the same as the one that decided, so that chance decides between them. */
  overlaps: RowNamed[]
}

/** Products of one pricing group of an SBU, by one of them; quantity in thousandths. */
export interface CoverageClass {
  name: string
  products: number
  sample: { id: number; code: string; name: string; qty: number }
}

/** Customers of one segment and channel, by one of them. */
export interface CoverageGroup {
  segment: string
  channel: string
  customers: number
  sample: { id: number; code: string; name: string }
  /** One for each class. */
  cells: Coverage[]
}

/** Which rules apply where, on a day, for a discount given by hand in hundredths of a percent. */
export interface CoverageMap {
  day: string
  discountPct: number
  classes: CoverageClass[]
  groups: CoverageGroup[]
  /** More classes or groups there are than are shown. */
  more: boolean
}

/** What a row decides; its other columns say when. */
const DECIDED = ['cnfId', 'tollCenterId', 'plantId', 'netPrice', 'rate', 'listPrice', 'priceUnit', 'discountPct']

/** The row by which the step named decided, and those that would have decided just as well. */
export function decidedBy({ steps }: Trace, name: string | null): { row: RowNamed | null; overlaps: RowNamed[] } {
  const won = steps.find(step => step.name === name && step.verdict === 'won')
  if (!won?.row) return { row: null, overlaps: [] }
  const rivals = steps.filter(
    step =>
      step.name === name && step.verdict === 'lost' && step.row && conditionOf(step.row) === conditionOf(won.row!),
  )
  return { row: named(won.row), overlaps: rivals.map(({ row }) => named(row!)) }
}

const named = ({ resource, id }: RowUsed): RowNamed => ({ resource, id })
const conditionOf = ({ values }: RowUsed) =>
  JSON.stringify(Object.entries(values).filter(([column]) => !DECIDED.includes(column)))
