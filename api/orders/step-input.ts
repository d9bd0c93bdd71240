import { choice, date, flag, integer, money, percent, quantity, text } from '../../resources/define/fields.ts'
import { askedBy } from '../../resources/define/process.ts'
import type { Row } from '../../resources/define/resource.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { type OrderAction, orderProcess } from '../../resources/orders/order-process.ts'
import { orderStep } from '../../resources/orders/order-step.ts'
import type { SeenLine } from '../../resources/orders/quote/seen-prices.ts'
import { readId } from '../derive/list/query.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { invalid, invalidField } from '../platform/errors.ts'

/** All fields that some step reads; the flow declares which step reads which. */
export const step = {
  ...orderStep,
  fields: {
    reasonCodeId: orderStep.fields.reasonCodeId,
    remark: orderStep.fields.remark,
    leadsTo: choice(['DRAFT', 'REJECTED'], { default: 'DRAFT', label: 'Where it goes' }),
    sapOrderNo: text({ max: 10, optional: true, label: 'SAP order number' }),
    notDuplicate: flag({ label: 'Not a duplicate' }),
    requestedDeliveryDate: date({ optional: true, label: 'Requested date' }),
  },
}

/** The fields of one line: an approver's change, or a quantity to cancel. */
export const lineResource = {
  ...orderLine,
  fields: {
    lineNo: integer({ min: 1, label: 'Line' }),
    qty: quantity({ min: 0.001, optional: true, label: 'Quantity' }),
    netPrice: money({ min: 0.01, optional: true }),
    plantId: { ...orderLine.fields.plantId },
    requestedDate: date({ optional: true }),
    isRejected: flag({ label: 'Reject the line' }),
    rejectReasonId: orderLine.fields.rejectReasonId,
    cancelQty: quantity({ min: 0.001, optional: true, label: 'Quantity to cancel' }),
  },
}
export const CHANGE_FIELDS = [
  'lineNo',
  'qty',
  'netPrice',
  'plantId',
  'requestedDate',
  'isRejected',
  'rejectReasonId',
] as const
export const CANCEL_FIELDS = ['lineNo', 'cancelQty'] as const
const MAX_LINES = 1000

/** The amounts of a line that the person was shown. */
export const seenResource = {
  ...orderLine,
  fields: {
    netPrice: money({ min: 0, optional: true }),
    discountPct: percent({ min: -999.99, optional: true }),
    netValue: money({ min: 0, optional: true }),
    freightValue: money({ min: 0, optional: true }),
    taxValue: money({ min: 0, optional: true }),
    grossValue: money({ min: 0, optional: true }),
  },
}
export const SEEN_FIELDS = ['netPrice', 'discountPct', 'netValue', 'freightValue', 'taxValue', 'grossValue'] as const

export type LineChangeInput = Pick<Row<typeof lineResource>, (typeof CHANGE_FIELDS)[number]>
export type LineCancelInput = Pick<Row<typeof lineResource>, (typeof CANCEL_FIELDS)[number]>

/** The input of a step; fields that the step does not read are empty. */
export interface StepInputFields {
  remark: string | null
  reasonCodeId: number | null
  leadsTo: 'DRAFT' | 'REJECTED'
  sapOrderNo: string | null
  /** The day on which the goods are wanted. */
  requestedDeliveryDate: string | null
  notDuplicate: boolean
  /** What the person was shown of each open line, in their order; empty when that is what is saved. */
  seenLines: Partial<SeenLine>[]
  /** Lines to delete. */
  lineNos: number[]
  changes: LineChangeInput[]
  /** Empty when everything open is to be cancelled. */
  cancels: LineCancelInput[]
}

/** The empty input, for steps that the product takes itself or that run over many orders. */
export const EMPTY_STEP: StepInputFields = {
  remark: null,
  reasonCodeId: null,
  leadsTo: 'DRAFT',
  sapOrderNo: null,
  requestedDeliveryDate: null,
  notDuplicate: false,
  seenLines: [],
  lineNos: [],
  changes: [],
  cancels: [],
}

export interface StepInput extends StepInputFields {
  orderId: number
  rowVersion: number | null
}

/** Reads a step from a request body. Throws 400 that names every field which is invalid or not part of this step. */
export function readStepInput(step: OrderAction, body: Record<string, unknown>): StepInput {
  const { orderId, rowVersion = null, step: _, lines = [], lineNos = [], seenLines = [], ...rest } = body
  const id = readId(orderId)
  if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
  if (rowVersion !== null && !Number.isSafeInteger(rowVersion))
    throw invalidField('rowVersion', 'TYPE', 'rowVersion must be a whole number')
  const declared = askedBy(orderProcess, step)
  const faults: Fault[] = []
  const fields = readStepFields(declared, rest, faults)
  for (const name of ['lines', 'lineNos', 'seenLines'].filter(list => list in body && !declared.includes(list)))
    faults.push(unknownField(name))
  const lineBodies = listOf(lines, 'lines', faults).map(
    (one, index) => [bodyObject(one, `lines[${index}]`), index] as const,
  )
  const linePath = (index: number) => `lines[${index}].`
  const input = {
    ...fields,
    orderId: id,
    rowVersion: rowVersion as number | null,
    lineNos: listOf(lineNos, 'lineNos', faults).map((no, index) => readWholeNumber(no, `lineNos[${index}]`, faults)),
    seenLines: listOf(seenLines, 'seenLines', faults).map((one, index) =>
      readBody(seenResource, SEEN_FIELDS, bodyObject(one, `seenLines[${index}]`), faults, `seenLines[${index}].`),
    ) as Partial<SeenLine>[],
    changes:
      step === 'changeLine'
        ? lineBodies.map(([one, index]) => readBody(lineResource, CHANGE_FIELDS, one, faults, linePath(index)))
        : [],
    cancels:
      step === 'cancelOpen'
        ? lineBodies.map(([one, index]) => readBody(lineResource, CANCEL_FIELDS, one, faults, linePath(index)))
        : [],
  }
  if (faults.length > 0) throw invalid(faults)
  return input
}

const FIELDS = ['reasonCodeId', 'leadsTo', 'sapOrderNo', 'notDuplicate', 'requestedDeliveryDate'] as const

function readStepFields(declared: readonly string[], given: Record<string, unknown>, faults: Fault[]) {
  const names = ['remark' as const, ...FIELDS.filter(name => declared.includes(name))]
  const read = readBody(step, names, given, faults)
  return { ...EMPTY_STEP, ...read, remark: read.remark || null }
}

const unknownField = (name: string): Fault => ({
  field: name,
  code: 'UNKNOWN_FIELD',
  message: `${name} is not part of this step`,
})

function listOf(given: unknown, field: string, faults: Fault[]): unknown[] {
  if (Array.isArray(given) && given.length <= MAX_LINES) return given
  faults.push({ field, code: 'TYPE', message: `${field} must be a list of at most ${MAX_LINES}` })
  return []
}

function readWholeNumber(given: unknown, field: string, faults: Fault[]): number {
  if (Number.isSafeInteger(given)) return given as number
  faults.push({ field, code: 'TYPE', message: `${field} must be a whole number` })
  return 0
}
