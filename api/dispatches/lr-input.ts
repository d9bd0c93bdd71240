import type { Fault } from '../../resources/define/validate.ts'
import { type Lr, lr } from '../../resources/dispatches/lr.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { invalid, invalidField } from '../platform/errors.ts'
import { readIds } from './invoices-to-dispatch.ts'

export const inputFields = [
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

/** What a person enters for an LR: money in paise, weights in thousandths of a kilogram. */
export type LrInput = Pick<Lr, (typeof inputFields)[number]> & { invoiceIds: number[] }

/** Reads an LR from a request. Throws 400 that names every field which is wrong, unknown or not the client's to set. */
export function readLrInput(body: unknown): LrInput {
  const { invoiceIds, ...given } = bodyObject(body, 'The LR')
  const faults: Fault[] = []
  const read = readBody(lr, inputFields, given, faults)
  const ids = idsOr(faults, invoiceIds)
  if (faults.length > 0) throw invalid(faults)
  if (read.chargedWeightKg < read.actualWeightKg)
    throw invalidField('chargedWeightKg', 'RANGE', 'Charged weight must not be less than the actual weight')
  return { ...read, invoiceIds: ids }
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
