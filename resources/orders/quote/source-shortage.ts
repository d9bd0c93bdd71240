import { quantityText } from '../../define/show.ts'
import type { RuleCnf } from '../rows.ts'
import { rowUsed, type TraceStep } from '../trace.ts'
import type { FirstMatch } from './first-match.ts'
import type { SourceFacts } from './source-facts.ts'
import { refusalOfWarehouse } from './source-filter.ts'
import { codeAndName, requireRow } from './sourcing-rules.ts'

/** Where a line would come from, and the CnF of the plant where one was mapped. */
export interface Supply {
  plantId: number
  cnf: RuleCnf | null
}

/** The stock of the product at a plant, in thousandths of the sales unit, where the fallback is switched on; else null. */
export type StockOf = ((plantId: number) => number) | null

/** S5b: the central warehouse of a mapped CnF supplies where the CnF has too little and the warehouse has enough. */
export function coverShortage(
  facts: SourceFacts,
  { won, steps }: FirstMatch<Supply, string>,
  stockOf: StockOf,
): { plantId: number; rowId: number; steps: TraceStep[] } | undefined {
  const { book, line } = facts
  const cnf = won?.value.cnf
  if (!won || !cnf || cnf.centralWarehouseId === null || !stockOf) return undefined
  const warehouse = requireRow(book.centralWarehouses, cnf.centralWarehouseId, 'central warehouse')
  const has = stockOf(cnf.plantId)
  if (!warehouse.isActive || !warehouse.fallbackEnabled || has >= line.qty) return undefined
  const there = stockOf(warehouse.plantId)
  if (there < line.qty || refusalOfWarehouse(requireRow(book.plants, warehouse.plantId, 'plant'), facts))
    return undefined
  const short = `${codeAndName(cnf)} has ${quantityText(has)} of ${quantityText(line.qty)}`
  const instead: TraceStep = {
    step: 'S5b',
    name: 'CW_SHORTAGE',
    verdict: 'won',
    row: rowUsed('central-warehouse', warehouse, ['code', 'name', 'plantId']),
    reason: `${short}, and its central warehouse ${codeAndName(warehouse)} has ${quantityText(there)}`,
  }
  const withWinner = steps.map(step =>
    step.verdict === 'won'
      ? { ...step, verdict: 'lost' as const, reason: `${step.reason}, but it is short: S5b CW_SHORTAGE comes in` }
      : step,
  )
  const last = withWinner.findIndex(({ step }) => step === 'S6')
  return { plantId: warehouse.plantId, rowId: warehouse.id, steps: withWinner.toSpliced(last, 0, instead) }
}
