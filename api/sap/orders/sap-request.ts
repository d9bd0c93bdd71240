import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { ItemCancelMessage, OrderChangeMessage, SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { SapFields } from '../http/fields.ts'
import { odataLiteral, toSapQuantity } from '../http/odata.ts'
import { headerBody, headerPath } from '../sending/order-change.ts'
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
  if (messageType === 'ORDER_CREATE')
    return {
      method: 'POST',
      path: 'API_SALES_ORDER_SRV/A_SalesOrder',
      body: salesOrderBody(payload as SalesOrderMessage, fields),
    }
  if (messageType === 'ORDER_ITEM_CANCEL') return itemChange(payload as ItemCancelMessage)
  if (messageType === 'ORDER_CHANGE') return headerChangeOf(payload as OrderChangeMessage, fields)
  return null
}

/** The change of the header, which the deliveries that have not left follow. */
const headerChangeOf = (change: OrderChangeMessage, fields: SapFields): SapRequest => ({
  method: 'PATCH',
  path: `API_SALES_ORDER_SRV/${headerPath(change.sapOrderNo)}`,
  body: headerBody(change, fields),
})

function itemChange({ sapOrderNo, sapItemNo, rejectionCode, remainingQty }: ItemCancelMessage): SapRequest {
  const item = odataLiteral(itemNo(sapItemNo))
  return {
    method: 'PATCH',
    path: `API_SALES_ORDER_SRV/A_SalesOrderItem(SalesOrder=${odataLiteral(sapCode(sapOrderNo))},SalesOrderItem=${item})`,
    body:
      remainingQty === null
        ? { SalesDocumentRjcnReason: rejectionCode }
        : { RequestedQuantity: toSapQuantity(remainingQty) },
  }
}
