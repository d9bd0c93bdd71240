import { code, integer, reference, text } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { invalid } from '../../platform/errors.ts'
import { mostInvoices } from './invoices-to-dispatch.ts'

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
  'consolidatedEwayNo',
  'distanceKm',
  'isOverDimensional',
  'partBAt',
  'backdateReason',
  'hasHazard',
  'unNumber',
  'tremCardId',
  'driverIsTrained',
  'loggerNo',
  'remarks',
] as const

/** The fields of an invoice on an LR; packages may be left to the portal where it goes whole. */
export const lineFields = {
  invoiceId: reference(invoice),
  packages: integer({ min: 0, optional: true }),
  packagesInAll: integer({ min: 1, optional: true, label: 'Total packages' }),
  challanNo: code({ max: 16, optional: true, label: 'Delivery challan' }),
  ewayBillNo: text({ max: 12, format: 'eway', optional: true, label: 'E-way bill' }),
  ewayValidTo: lrLine.fields.ewayValidTo,
}

const enteredLine = { fields: lineFields } as unknown as Resource
export const itemFields = ['invoiceLineId', 'qty'] as const

/** An invoice on an LR as it is entered; `items` are the parts of its lines that go, where not all of it does. */
export interface LineInput {
  invoiceId: number
  packages: number | null
  packagesInAll: number | null
  challanNo: string | null
  ewayBillNo: string | null
  ewayValidTo: string | null
  items?: { invoiceLineId: number; qty: number }[]
}

/** What a person enters for an LR: money in paise, weights and quantities in thousandths. */
export type LrInput = Pick<Lr, (typeof inputFields)[number]> & { lines: LineInput[] }

/** Reads an LR from a request. Throws 400 that names every field which is wrong, unknown or not the client's to set. */
export function readLrInput(body: unknown): LrInput {
  const { lines: given, ...values } = bodyObject(body, 'The LR')
  const faults: Fault[] = []
  const read = readBody(lr, inputFields, values, faults)
  const lines = readLines(given, faults)
  if (faults.length === 0 && read.chargedWeightKg < read.actualWeightKg)
    faults.push({
      field: 'chargedWeightKg',
      code: 'RANGE',
      message: 'Charged weight must not be less than the actual weight',
    })
  if (faults.length > 0) throw invalid(faults)
  return { ...read, lines }
}

/** Reads the invoices of an LR; adds a fault for each field that is wrong. The result is valid only without faults. */
export function readLines(given: unknown, faults: Fault[]): LineInput[] {
  const fault = (message: string) => faults.push({ field: 'lines', code: 'TYPE', message })
  if (!Array.isArray(given) || given.length === 0 || given.length > mostInvoices) {
    fault(`Invoices are required: choose 1 to ${mostInvoices} from the list`)
    return []
  }
  const lines = given.map((line, index) => readLine(line, `lines[${index}].`, faults))
  const ids = lines.map(({ invoiceId }) => invoiceId)
  if (new Set(ids).size !== ids.length) fault('Invoices must each be selected once')
  return lines
}

function readLine(given: unknown, at: string, faults: Fault[]): LineInput {
  const { items, ...values } = bodyObject(given, 'An invoice of the LR', at.slice(0, -1))
  const line = readBody(enteredLine, Object.keys(lineFields), values, faults, at) as unknown as LineInput
  if (items === undefined || items === null) return line
  if (!Array.isArray(items) || items.length === 0) {
    const message = 'Goods must be a list of invoice lines with their quantities: leave them out where all goes'
    faults.push({ field: `${at}items`, code: 'TYPE', message })
    return line
  }
  const read = items.map((item, index) => {
    const place = `${at}items[${index}].`
    return readBody(lrLineItem, itemFields, bodyObject(item, 'Goods of the LR', place.slice(0, -1)), faults, place)
  })
  const twice = new Set(read.map(({ invoiceLineId }) => invoiceLineId)).size !== read.length
  if (twice) faults.push({ field: `${at}items`, code: 'DUPLICATE', message: 'Goods must name each invoice line once' })
  return { ...line, items: read }
}
