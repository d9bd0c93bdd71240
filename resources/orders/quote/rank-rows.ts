import { validOn } from '../../define/dates.ts'
import { dayText, quantityText } from '../../define/show.ts'
import type { DatedRow } from '../rows.ts'
import { rowUsed } from '../trace.ts'
import { type CandidateResult, hit, none, skipped } from './first-match.ts'

interface HowToRank<R, Value> {
  /** The name of the resource and the columns a trace stores. */
  resource: string
  columns: readonly (keyof R & string)[]
  on: string
  /** The quantity of the line, for masters with quantity slabs. */
  qty?: number
  value: (row: R) => Value
  /** What the row says, in words that begin a sentence. */
  says: (row: R) => string
  /** Why an otherwise matching row may not be used, or undefined when it may. */
  refuses?: (row: R) => string | undefined
  /** The sentence when there is no row at all. */
  missing: string
}

type Slab = DatedRow & { minQty?: number }

/**
 * Ranks the rows of one key on a day: usable ones first, the highest quantity slab before the lower, the newest before
 * the older.
 */
export function rankRows<R extends Slab, Value>(rows: readonly R[] | undefined, how: HowToRank<R, Value>) {
  const ranked: CandidateResult<Value>[] = []
  for (const row of inOrder(rows ?? [])) {
    const used = rowUsed(how.resource, row, how.columns)
    const refusal = unusable(row, how) ?? how.refuses?.(row)
    ranked.push(refusal ? skipped(used, `${how.says(row)}, but ${refusal}`) : hit(how.value(row), used, how.says(row)))
  }
  if (ranked.length === 0) return [none(how.missing)]
  return ranked.sort((a, b) => Number(b.found === 'hit') - Number(a.found === 'hit'))
}

const inOrder = <R extends Slab>(rows: readonly R[]) =>
  rows
    .filter(row => row.isActive)
    .sort((a, b) => (b.minQty ?? 0) - (a.minQty ?? 0) || b.validFrom.localeCompare(a.validFrom) || b.id - a.id)

function unusable(row: Slab, { on, qty }: { on: string; qty?: number }) {
  if (!validOn(row, on)) return `it counts from ${dayText(row.validFrom)} to ${dayText(row.validTo)}`
  if (qty !== undefined && (row.minQty ?? 0) > qty) return `only from a quantity of ${quantityText(row.minQty ?? 0)}`
  return undefined
}
