import type { Formula } from '../../../resources/define/formula.ts'

/** A formula while it is typed. */
export interface TypedFormula {
  field: string
  kind: 'RAISE' | 'LOWER' | 'ADD' | 'TAKE'
  value: number | string | null
  step: number | string | null
  way: Formula['way']
}

export const newFormula = (field: string): TypedFormula => ({
  field,
  kind: 'RAISE',
  value: null,
  step: null,
  way: 'NEAREST',
})

/** The formula that was typed; undefined while a number is missing or wrong. */
export function formulaOf({ field, kind, value, step, way }: TypedFormula): Formula | undefined {
  if (typeof value !== 'number' || value <= 0) return undefined
  if (step !== null && (typeof step !== 'number' || step <= 0)) return undefined
  const by = kind === 'RAISE' || kind === 'LOWER' ? 'PERCENT' : 'AMOUNT'
  return { field, by, value: kind === 'RAISE' || kind === 'ADD' ? value : -value, step, way }
}
