import { labelOf } from '../../../resources/define/label.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type Correction, corrections, whyFixed } from '../../../resources/dispatches/lr-corrections.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { bodyObject, readBody, readVersionAndReason } from '../../derive/save/read-body.ts'
import { invalid, refused } from '../../platform/errors.ts'
import { type LineInput, readLines } from './lr-input.ts'

/** The fields of an LR that a correction writes as they are entered. */
export type CorrectedField = Exclude<Correction, 'lines' | 'ewayBills'>
export const correctedFields = corrections.filter((name): name is CorrectedField => name in lr.fields)

export const ewayFields = ['invoiceId', 'ewayBillNo', 'ewayValidTo'] as const
export type EwayInput = { invoiceId: number } & Pick<LineInput, 'ewayBillNo' | 'ewayValidTo'>

/** What somebody corrects on an LR, and why. */
export interface CorrectionInput {
  rowVersion: number
  reason: string
  fields: Partial<Pick<Lr, CorrectedField>>
  lines?: LineInput[]
  ewayBills?: EwayInput[]
}

/** Reads a correction. Throws 400 that names every field which is wrong, and 422 for fields that are fixed by now. */
export function readCorrection(body: unknown, before: Lr): CorrectionInput {
  const { rowVersion, reason, lines, ewayBills, ...given } = bodyObject(body, 'The correction')
  const faults: Fault[] = []
  const says = readVersionAndReason('the LR', { rowVersion, reason }, faults)
  const names = correctedFields.filter(name => Object.hasOwn(given, name))
  const unknown = Object.keys(given).filter(name => !names.includes(name as CorrectedField))
  for (const name of unknown) {
    const field = name.slice(0, 80)
    faults.push({ field, code: 'UNKNOWN_FIELD', message: `${field} cannot be corrected` })
  }
  const fields = readBody(lr, names, pick(names, given), faults)
  const input = {
    ...says,
    fields,
    ...(lines !== undefined && { lines: readLines(lines, faults) }),
    ...(ewayBills !== undefined && { ewayBills: readEwayBills(ewayBills, faults) }),
  }
  if (faults.length > 0) throw invalid(faults)
  refuseFixed(input, before)
  return input
}

function readEwayBills(given: unknown, faults: Fault[]): EwayInput[] {
  if (!Array.isArray(given)) {
    faults.push({ field: 'ewayBills', code: 'TYPE', message: 'E-way bills must be a list, one for each invoice' })
    return []
  }
  return given.map((one, index) => {
    const at = `ewayBills[${index}].`
    return readBody(lrLine, ewayFields, bodyObject(one, 'An e-way bill', at.slice(0, -1)), faults, at) as EwayInput
  })
}

const pick = (names: readonly string[], values: RowValues): RowValues =>
  Object.fromEntries(names.map(name => [name, values[name]]))

const labels: Partial<Record<Correction, string>> = { lines: 'Invoices', ewayBills: 'E-way bill' }

function refuseFixed({ fields, lines, ewayBills }: CorrectionInput, before: Lr) {
  const asked = [...Object.keys(fields), ...(lines ? ['lines'] : []), ...(ewayBills ? ['ewayBills'] : [])]
  const faults = (asked as Correction[]).flatMap((name): Fault[] => {
    const why = whyFixed(name, before)
    const label = labels[name] ?? labelOf(name, lr.fields[name as CorrectedField])
    return why === null ? [] : [{ field: name, code: 'NOT_ALLOWED_STATE', message: `${label} ${why}` }]
  })
  if (faults.length > 0) throw refused(faults)
}
