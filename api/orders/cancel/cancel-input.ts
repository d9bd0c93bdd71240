import { choice, code, date, integer, quantity } from '../../../resources/define/fields.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { type CancelPick, type CancelRow, MOST_CANCELLED } from '../../../resources/orders/cancel/cancel-sheet.ts'
import { cancellableStates } from '../../../resources/orders/cancel/cancel-states.ts'
import { order } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { invalid, invalidField } from '../../platform/errors.ts'

export const rowResource = {
  ...orderLine,
  fields: {
    orderNo: order.fields.orderNo,
    lineNo: integer({ min: 1, optional: true, label: 'Line' }),
    cancelQty: quantity({ min: 0.001, optional: true, label: 'Quantity to cancel' }),
    reasonCode: code({ max: 10, optional: true, label: 'Reason' }),
  },
}

const optional = <F extends object>(field: F) => ({ ...field, optional: true as const })
export const filterResource = {
  ...order,
  fields: {
    sbuId: optional(order.fields.sbuId),
    customerId: optional(order.fields.customerId),
    productId: optional(orderLine.fields.productId),
    plantId: orderLine.fields.plantId,
    status: choice(cancellableStates, { optional: true }),
    customerPoNo: order.fields.customerPoNo,
    from: date({ optional: true, label: 'Ordered from' }),
    to: date({ optional: true, label: 'Ordered to' }),
  },
}
const FILTER_FIELDS = Object.keys(filterResource.fields) as (keyof CancelPick)[]

/** Reads the rows of a bulk cancellation. Throws 400 that names every field which is invalid, unknown or missing. */
export function readCancelRows(body: unknown): CancelRow[] {
  if (!Array.isArray(body) || body.length === 0 || body.length > MOST_CANCELLED)
    throw invalidField('rows', 'TYPE', `rows must be a list of 1 to ${MOST_CANCELLED}`)
  const faults: Fault[] = []
  const rows = body.map((one, index) =>
    readBody(
      rowResource,
      ['orderNo', 'lineNo', 'cancelQty', 'reasonCode'],
      bodyObject(one, `rows[${index}]`),
      faults,
      `rows[${index}].`,
    ),
  )
  if (faults.length > 0) throw invalid(faults)
  return rows
}

/** Reads the filter of a bulk cancellation. Throws 400 that names every field which is invalid or unknown. */
export function readCancelFilter(body: unknown): CancelPick {
  const faults: Fault[] = []
  const read = readBody(filterResource, FILTER_FIELDS, bodyObject(body ?? {}, 'filter'), faults, 'filter.')
  if (faults.length > 0) throw invalid(faults)
  return read
}
