import { plainCode } from '../../../resources/sap/codes.ts'
import { deliveryFile } from '../../../resources/uploads/sap/delivery.ts'
import { invoiceFile } from '../../../resources/uploads/sap/invoice.ts'
import { clearingFile, outstandingFile } from '../../../resources/uploads/sap/open-items.ts'
import { orderStatusFile } from '../../../resources/uploads/sap/order-status.ts'
import { now } from '../../platform/clock.ts'
import { billingDocuments } from '../documents/billing-document.ts'
import { customerItemKey, customerItems } from '../documents/customer-item.ts'
import { salesOrders } from '../documents/sales-order-status.ts'
import { clearingPull } from '../documents/save-clearings.ts'
import { deliveryPull } from '../documents/save-deliveries.ts'
import { invoicePull } from '../documents/save-invoice.ts'
import { outstandingPull } from '../documents/save-open-items.ts'
import { orderStatusPull } from '../documents/save-order-status.ts'
import type { SapFields } from '../http/fields.ts'
import { type SapRow, sapInstant } from '../http/odata.ts'
import { below, nested, pick } from './nested.ts'
import { documentFile, rowFile, type SapFile } from './sap-file.ts'

/** A file does not tell when a document changed: what the next reading brings counts, whenever that changed. */
const longAgo = { LastChangeDateTime: sapInstant('2000-01-01T00:00:00.000Z') }

const billingKey = (row: SapRow) => plainCode(String(row.BillingDocument))

const invoice = documentFile(invoicePull, invoiceFile, {
  keyOf: billingKey,
  partOf: row => String(Number(row.BillingDocumentItem)),
  documents: rows => nested(rows, billingKey, 'to_Item', row => row),
  read: (row, fields) => billingDocuments.read(billingRow(row, fields), fields, now()),
})

const billingRow = (row: SapRow, fields: SapFields): SapRow => ({
  ...row,
  ...longAgo,
  [fields.dueDate]: row.NetDueDate ?? null,
  [fields.irn]: row.IRN ?? '',
  to_Partner: below(...(row.ShipToParty ? [{ PartnerFunction: 'SH', Customer: row.ShipToParty }] : [])),
  to_Item: below(
    ...(row.to_Item as { results: SapRow[] }).results.map(item => ({
      ...item,
      [fields.expiryDate]: item.ShelfLifeExpirationDate ?? null,
      to_PricingElement: below(...billingConditions(item, fields)),
    })),
  ),
})

/** The conditions of an item, of which the file has the amount or the price. */
function billingConditions(item: SapRow, fields: SapFields): SapRow[] {
  const ofAmount = (type: string | undefined, name: string): SapRow[] =>
    type !== undefined && item[`ConditionAmount_${name}`] != null
      ? [
          {
            ConditionType: type,
            ConditionAmount: item[`ConditionAmount_${name}`],
            ConditionRateValue: item[`ConditionRateValue_${name}`] ?? '0',
          },
        ]
      : []
  const price = { ConditionType: fields.price, ...pick(item, ['ConditionRateValue', 'ConditionQuantity']) }
  return [
    ...(item.ConditionRateValue != null ? [{ ...price, ConditionAmount: '0' }] : []),
    ...ofAmount(fields.freight, 'Freight'),
    ...ofAmount(fields.cgst, 'CGST'),
    ...ofAmount(fields.sgst, 'SGST'),
    ...ofAmount(fields.igst, 'IGST'),
    ...ofAmount(fields.cess[0], 'Cess'),
    ...ofAmount(fields.tcs[0], 'TCS'),
    ...ofAmount(fields.roundOff[0], 'RoundOff'),
  ]
}

const orderKey = (row: SapRow) => plainCode(String(row.SalesOrder))

const orderStatus = documentFile(orderStatusPull, orderStatusFile, {
  keyOf: orderKey,
  documents: rows => nested(rows, orderKey, 'lines', row => row),
  read: (row, fields) => salesOrders.read(orderRow(row, fields), fields, now()),
})

function orderRow(row: SapRow, fields: SapFields): SapRow {
  const { results } = row.lines as { results: SapRow[] }
  return {
    ...row,
    ...longAgo,
    [fields.orderNo]: row.PurchaseOrderByShipToParty ?? '',
    to_Item: below(
      ...nested(
        results,
        line => String(line.SalesOrderItem),
        'to_ScheduleLine',
        line => line,
      ).map(item => ({
        ...item,
        discountsUntold: true,
        to_PricingElement: below(...orderConditions(item, fields)),
      })),
    ),
  }
}

/** Price and freight, where the file tells of both: without its condition the freight would be none. */
function orderConditions(item: SapRow, fields: SapFields): SapRow[] {
  const { ConditionRateValue: rate, ConditionAmount_Freight: freight } = item
  if (rate == null || freight === undefined) return []
  const price = {
    ConditionType: fields.price,
    ...pick(item, ['ConditionRateValue', 'ConditionQuantity', 'ConditionQuantityUnit']),
  }
  return freight === null ? [price] : [price, { ConditionType: fields.freight, ConditionAmount: freight }]
}

const deliveryKey = (row: SapRow) => plainCode(String(row.DeliveryDocument))

const delivery = rowFile(deliveryPull, deliveryFile, {
  keyOf: deliveryKey,
  sets: rows => ({
    'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader': nested(
      rows,
      deliveryKey,
      'to_DeliveryDocumentItem',
      row => row,
    ),
  }),
})

/** Where the file has no column for references, its items refer to nothing. */
const itemSets = (rows: readonly SapRow[]) => ({
  [customerItems.path]: rows.map(row => ({ InvoiceReference: '', ...row })),
})

const outstanding = rowFile(outstandingPull, outstandingFile, { keyOf: customerItemKey, sets: itemSets })
const clearing = rowFile(clearingPull, clearingFile, { keyOf: customerItemKey, sets: itemSets })

export const documentFiles: readonly SapFile[] = [orderStatus, delivery, invoice, outstanding, clearing]
