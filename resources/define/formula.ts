import { mulDiv, WHOLE } from './amounts.ts'
import { choice, integer, text } from './fields.ts'
import { labelOf } from './label.ts'
import type { Resource } from './resource.ts'
import { group, type Read } from './shape.ts'
import { dayText, MINUS, shortPercentText, show } from './show.ts'

const FORMULA_KINDS = ['PERCENT', 'AMOUNT', 'SET'] as const
const ROUND_WAYS = ['NEAREST', 'UP', 'DOWN'] as const

const parts = {
  field: text({ max: 60, hint: 'A number of the rows' }),
  by: choice(FORMULA_KINDS),
  value: integer({ hint: 'Hundredths of a percent, up or down; otherwise the amount as the field is stored' }),
  step: integer({ min: 1, optional: true, hint: 'What the result is rounded to, as the field is stored' }),
  way: choice(ROUND_WAYS, { default: 'NEAREST' }),
}
/** How a number of many rows changes: «+5 %, rounded to 0.50». */
export type Formula = Read<typeof parts>
/** A formula in the body of a command. */
export const formulaPart = group(parts, {
  optional: true,
  hint: 'Works out a number of each row from its present value',
})

/** The number that a formula makes of another one, rounded once. Throws when it does not fit a safe integer. */
export function applyFormula(value: number, { by, value: change, step, way }: Omit<Formula, 'field'>): number {
  if (by === 'SET') return change
  const size = step ?? 1
  const made =
    by === 'PERCENT' ? divided(value, WHOLE + change, WHOLE * size, way) : divided(value + change, 1, size, way)
  return made * size
}

/** `a × b ÷ d` as a whole number: half up (away from zero), up or down. */
function divided(a: number, b: number, d: number, way: Formula['way']): number {
  if (way === 'NEAREST') return mulDiv(a, b, d)
  const product = BigInt(a) * BigInt(b)
  const divisor = BigInt(d)
  const below = product / divisor - (product % divisor < 0n ? 1n : 0n)
  const result = Number(way === 'UP' && below * divisor !== product ? below + 1n : below)
  if (!Number.isSafeInteger(result)) throw new RangeError('The amount is too large')
  return result
}

/** The numbers of a resource that a formula may change: those that people enter. */
export const formulaFields = ({ fields, key }: Pick<Resource, 'fields' | 'key'>): string[] =>
  Object.keys(fields).filter(name => {
    const { kind, sap, server } = fields[name]!
    return kind === 'number' && !sap && !server && !key.includes(name)
  })

const WAY_WORDS = { NEAREST: 'rounded to', UP: 'rounded up to', DOWN: 'rounded down to' } as const

/** A formula in words: `Net price +5 %, rounded to ₹ 0.50`. */
export function formulaText({ fields }: Pick<Resource, 'fields'>, formula: Formula): string {
  const { field: name, by, value, step, way } = formula
  const field = fields[name]!
  if (by === 'SET') return `${labelOf(name, field)} becomes ${show(field, value)}`
  const size = Math.abs(value)
  const change = `${value < 0 ? MINUS : '+'}${by === 'PERCENT' ? shortPercentText(size) : show(field, size)}`
  return `${labelOf(name, field)} ${change}${step === null ? '' : `, ${WAY_WORDS[way]} ${show(field, step)}`}`
}

/** The first day of a change within a sentence. */
export const fromText = (from: string | null) => (from === null ? '' : `, from ${dayText(from)}`)
