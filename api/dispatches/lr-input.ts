import { labelOf } from '../../resources/define/label.ts'
import type { Row } from '../../resources/define/resource.ts'
import { clean, type Fault, problemWith } from '../../resources/define/validate.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { invalid, invalidField } from '../platform/errors.ts'
import { readIds } from './invoices-to-dispatch.ts'

const said = [
  'lrNo',
  'lrDate',
  'transporterId',
  'transMode',
  'freightTerms',
  'vehicleNo',
  'driverName',
  'driverMobile',
  'packages',
  'actualWeightKg',
  'chargedWeightKg',
  'declaredValue',
  'freightAmount',
  'otherCharges',
  'ewayBillNo',
  'hasHazard',
  'remarks',
] as const

/** What a person says of an LR: money in paise, weights in thousandths of a kilogram. */
export type LrInput = Pick<Row<typeof lr>, (typeof said)[number]> & { invoiceIds: number[] }

/** Reads an LR as a client sends it. Throws 400 that names every field which is wrong, unknown or not the client's to say. */
export function readLrInput(body: unknown): LrInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidField('', 'TYPE', 'Send the LR as a JSON object')
  const { invoiceIds, ...given } = body as Record<string, unknown>
  const faults: Fault[] = Object.keys(given)
    .filter(name => !said.includes(name as (typeof said)[number]))
    .map(name => ({
      field: name.slice(0, 60),
      code: 'UNKNOWN_FIELD',
      message: `${name.slice(0, 60)} is not asked for an LR`,
    }))
  const values = clean(lr, Object.fromEntries(said.map(name => [name, given[name] ?? lr.fields[name].default ?? null])))
  for (const name of said) {
    const problem = problemWith(lr.fields[name], values[name])
    if (problem)
      faults.push({ field: name, code: problem[0], message: `${labelOf(name, lr.fields[name])} ${problem[1]}` })
  }
  const ids = idsOr(faults, invoiceIds)
  if (faults.length > 0) throw invalid(faults)
  const { actualWeightKg, chargedWeightKg } = values as LrInput
  if (chargedWeightKg < actualWeightKg)
    throw invalidField('chargedWeightKg', 'RANGE', 'Charged weight must not be less than the actual weight')
  return { ...(values as unknown as LrInput), invoiceIds: ids }
}

function idsOr(faults: Fault[], given: unknown): number[] {
  try {
    if (!Array.isArray(given))
      throw invalidField('invoiceIds', 'TYPE', 'Invoices are required: choose them from the list')
    return readIds(given, 'invoiceIds')
  } catch (error) {
    faults.push(...(error as { errors: Fault[] }).errors)
    return []
  }
}
