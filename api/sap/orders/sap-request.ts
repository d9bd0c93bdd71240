import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { ItemCancelMessage, OrderChangeMessage, SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { SapFields } from '../http/fields.ts'
import { toSapQuantity } from '../http/odata.ts'
import { inItsNames, orderServiceOf } from '../http/order-services.ts'
import { itemPath, orderPath } from '../sending/changes-in-sap.ts'
import { headerBody } from '../sending/order-change.ts'
import { salesOrderBody } from '../sending/sales-order-message.ts'

/** A request to SAP as it goes over the line. */
interface SapRequest {
  method: string
  /** Below the root of SAP's services. */
  path: string
  body: object
}

/**
 * The request that a message of the outbox makes, in SAP's names; null for payments, which are no
 * JSON, and where its payload is not of a form that this version sends.
 */
export function sapRequest(message: Pick<SapOutbox, 'messageType' | 'payload'>, fields: SapFields): SapRequest | null {
  try {
    return requestOf(message, fields)
  } catch {
    return null
  }
}

function requestOf(
  { messageType, payload }: Pick<SapOutbox, 'messageType' | 'payload'>,
  fields: SapFields,
): SapRequest | null {
  if (messageType === 'ORDER_CREATE') return creationOf(payload as SalesOrderMessage, fields)
  if (messageType === 'ORDER_ITEM_CANCEL') return itemChange(payload as ItemCancelMessage)
  if (messageType === 'ORDER_CHANGE') return headerChangeOf(payload as OrderChangeMessage, fields)
  return null
}

function creationOf(message: SalesOrderMessage, fields: SapFields): SapRequest {
  const { service, order } = orderServiceOf(message)
  return { method: 'POST', path: `${service}/${order}`, body: salesOrderBody(message, fields) }
}

/** The change of the header, which the deliveries that have not left follow. */
function headerChangeOf(change: OrderChangeMessage, fields: SapFields): SapRequest {
  const of = orderServiceOf(change)
  return {
    method: 'PATCH',
    path: `${of.service}/${orderPath(change)}`,
    body: inItsNames(of, headerBody(change, fields)),
  }
}

function itemChange(message: ItemCancelMessage): SapRequest {
  const { sapItemNo, rejectionCode, remainingQty } = message
  return {
    method: 'PATCH',
    path: `${orderServiceOf(message).service}/${itemPath(message, sapItemNo)}`,
    body:
      remainingQty === null
        ? { SalesDocumentRjcnReason: rejectionCode }
        : { RequestedQuantity: toSapQuantity(remainingQty) },
  }
}
