import { addDays, isDay } from '../../../resources/define/dates.ts'
import { applyFormula, type Formula, formulaFields, formulaPart } from '../../../resources/define/formula.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { dayText } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { readBody } from '../command/read-body.ts'
import type { Candidate } from '../save/candidate.ts'
import type { Succession } from '../save/effective-dating.ts'

/** What becomes of many rows: the values that all of them get, a number worked out for each, and from which day. */
export interface ManyChange {
  set: RowValues
  formula: Formula | null
  /** Rows in force end the day before, and successors begin. */
  from: string | null
}

/** Reads the formula and the first day of a change. Throws 400. */
export function readFormula(resource: Resource, body: RowValues): Omit<ManyChange, 'set'> {
  const { formula } = readBody(
    { formula: formulaPart },
    body.formula === undefined ? {} : { formula: body.formula },
  ) as {
    formula: Formula | null
  }
  if (formula && !formulaFields(resource).includes(formula.field)) refuseField(resource, formula.field)
  if (formula?.by === 'PERCENT' && formula.value < -10_000)
    throw invalidField('formula', 'RANGE', 'A number falls by at most 100 %: enter a smaller percentage')
  return { formula, from: readFrom(resource, body.from) }
}

function refuseField(resource: Resource, name: string): never {
  const field = resource.fields[name]
  const numbers = formulaFields(resource).map(each => labelOf(each, resource.fields[each]!))
  const instead = numbers.length === 0 ? 'set a value instead' : `choose ${numbers.join(' or ')}`
  const label = field ? labelOf(name, field) : name
  throw invalidField('formula', 'RULE', `${label} is not a number that people enter in ${resource.title}: ${instead}`)
}

function readFrom(resource: Resource, from: unknown): string | null {
  if (from === undefined || from === null) return null
  if (typeof from !== 'string' || !isDay(from))
    throw invalidField('from', 'TYPE', 'From must be a day such as 2027-04-01')
  if (!resource.dated || resource.fields.validFrom?.sap)
    throw invalidField('from', 'RULE', `Rows of ${resource.title} begin on no day that people set: leave From empty`)
  if (from < today()) throw invalidField('from', 'RANGE', 'From is past: set today or a later day')
  return from
}

/** The fields that a change touches. */
export const fieldsOf = ({ set, formula }: ManyChange): string[] => [
  ...new Set([...Object.keys(set), ...(formula ? [formula.field] : [])]),
]

/** A row with the change; a number that is empty has no percentage and stays empty. */
export function afterChange(row: RowValues, { set, formula }: Pick<ManyChange, 'set' | 'formula'>): RowValues {
  const value = formula && row[formula.field]
  if (!formula || (typeof value !== 'number' && formula.by !== 'SET')) return { ...row, ...set }
  return { ...row, ...set, [formula.field]: applyFormula(Number(value), formula) }
}

/**
 * Splits a row that is in force on the day a change begins into itself, ended the day before, and its successor. Returns
 * undefined for a row that begins on that day and changes in place, and, with a fault, for one that ends before it or
 * begins after it. `inOne` says that the row keeps the change beside it, or is saved by its own service.
 */
export function splitFrom(
  resource: Resource,
  candidate: Candidate,
  from: string,
  inOne = false,
): Succession | undefined {
  const before = candidate.before!
  const [starts, ends] = [String(before.validFrom), String(before.validTo)]
  const refuse = (message: string) => {
    candidate.faults.push({ field: 'validFrom', code: 'OTHER_PERIOD', message })
    return undefined
  }
  if (ends < from) return refuse(`This row ends on ${dayText(ends)}, before ${dayText(from)}: leave it out`)
  if (starts > from)
    return refuse(
      `This row begins on ${dayText(starts)}, after ${dayText(from)}: leave it out, or change it from that day`,
    )
  if (starts === from) return undefined
  if (inOne && starts > today())
    return refuse(`This row begins on ${dayText(starts)}, before ${dayText(from)}: change it from that day`)
  if (inOne) {
    candidate.row.validFrom = from
    return undefined
  }
  const entered = Object.entries(candidate.row).filter(([name]) => !resource.fields[name]?.server)
  return {
    ended: { row: { ...before, validTo: addDays(from, -1) }, before, faults: [], succeeded: true },
    next: {
      row: withDefaults(resource, { ...Object.fromEntries(entered), validFrom: from }),
      before: undefined,
      faults: [...candidate.faults],
    },
  }
}
