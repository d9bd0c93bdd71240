import type { Knex } from 'knex'
import { recountGoods } from '../../../api/goods/recount-goods.ts'
import { confirmOrder } from '../../../api/orders/sap/confirm-order.ts'
import { createLog } from '../../../api/platform/log.ts'
import { billingDocuments } from '../../../api/sap/documents/billing-document.ts'
import { deliveryPull } from '../../../api/sap/documents/save-deliveries.ts'
import { invoicePull } from '../../../api/sap/documents/save-invoice.ts'
import { standardFields } from '../../../api/sap/http/fields.ts'
import { saveRead } from '../../../api/sap/reading/read-changes.ts'
import { sapRowReader } from '../../../api/sap/reading/reader.ts'
import { sapAuthor } from '../../../api/sap/sap-author.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import { lrLineItem } from '../../../resources/dispatches/lr-line-item.ts'
import { exampleRow } from '../example-rows.ts'
import { billingItem, billingRow, condition, results } from '../sap/billing-rows.ts'
import { stubSap } from '../sap/rows.ts'
import { lrWith } from './shipments.ts'
import { type Company, createApprovedOrder } from './shipped-order.ts'

type Wire = Record<string, unknown>
const path = 'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader'
const day = (text: string) => `/Date(${Date.parse(`${text}T00:00:00Z`)})/`
const padded = (no: number | string, places: number) => String(no).padStart(places, '0')

/** An order that SAP has confirmed under a number. */
export async function confirmedOrder(db: Knex, company: Company, salesOrder: string) {
  const made = await createApprovedOrder(db, company)
  const items = [10, 20].map(lineNo => ({ lineNo, salesOrderItem: padded(lineNo, 6) }))
  await db.transaction(trx => confirmOrder(trx, made.id, { salesOrder, items }, sapAuthor))
  return made
}

/** An item of a delivery in SAP's form: thirty units of the first product, issued. */
export const deliveryItem = (no: number, qty: number, more: Wire = {}): Wire => ({
  ...{ DeliveryDocumentItem: padded(no, 6), HigherLevelItem: '000000', HigherLvlItmOfBatSpltItm: '000000' },
  ...{ ReferenceSDDocument: '5000000001', ReferenceSDDocumentItem: '000010', ReferenceSDDocumentCategory: 'C' },
  ...{ Material: 'LS-1001', Plant: '1010', Batch: '', ActualDeliveryQuantity: `${qty}.000` },
  ...{
    DeliveryQuantityUnit: 'EA',
    BaseUnit: 'EA',
    DeliveryToBaseQuantityNmrtr: '1',
    DeliveryToBaseQuantityDnmntr: '1',
  },
  ...{ GoodsMovementStatus: 'C', ItemIsBillingRelevant: 'A', ItemGrossWeight: `${qty * 2}.000`, ItemWeightUnit: 'KG' },
  ...more,
})

const delivery = (number: string, items: Wire[], more: Wire): Wire => ({
  ...{ DeliveryDocument: padded(number, 10), SDDocumentCategory: 'J', DeliveryDocumentType: 'LF' },
  ...{ OverallGoodsMovementStatus: 'C', SoldToParty: '0000100123', ShipToParty: '0000200123' },
  ...{ CreationDate: day('2026-11-20'), LastChangeDate: null, ActualGoodsMovementDate: day('2026-11-21') },
  ...{ TotalNumberOfPackage: '00005', HeaderGrossWeight: '60.000', HeaderWeightUnit: 'KG' },
  ...more,
  to_DeliveryDocumentItem: { results: items },
})

/** Reads this delivery from SAP. */
export const readDelivery = (db: Knex, number: string, items: Wire[], more: Wire = {}) =>
  sapRowReader(
    { db, sap: stubSap({ [path]: [delivery(number, items, more)] }), log: createLog({ logLevel: 'silent' }) },
    deliveryPull,
  ).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })

const RETURNS = 'API_CUSTOMER_RETURNS_DELIVERY_SRV;v=0002/A_ReturnsDeliveryHeader'

/** An item of a delivery of returned goods in SAP's form, back in the plant; it refers to item 10 of return 60000001. */
export const returnItem = (no: number, qty: number, more: Wire = {}): Wire =>
  deliveryItem(no, qty, {
    ...{ ReferenceSDDocument: '0060000001', ReferenceSDDocumentItem: '000010', ReferenceSDDocumentCategory: 'H' },
    ...more,
  })

/** What item 10 of return 60000001 refers to, in SAP's form. */
export const returnOf = (number: string, item: number, category = 'M'): Wire => ({
  ...{ CustomerReturnItem: '000010', ReferenceSDDocument: padded(number, 10) },
  ...{ ReferenceSDDocumentItem: padded(item, 6), ReferenceSDDocumentCategory: category },
})

/** Reads this delivery of returned goods from SAP, with the items of return 60000001. */
export const readReturn = (db: Knex, number: string, items: Wire[], origins: Wire[], more: Wire = {}) =>
  sapRowReader(
    {
      db,
      sap: stubSap({
        [path]: [],
        [RETURNS]: [delivery(number, items, { SDDocumentCategory: 'T', DeliveryDocumentType: 'LR', ...more })],
        'API_CUSTOMER_RETURN_SRV/A_CustomerReturn': [{ CustomerReturn: '0060000001', to_Item: { results: origins } }],
      }),
      log: createLog({ logLevel: 'silent' }),
    },
    deliveryPull,
  ).read({ trigger: 'MANUAL', mode: 'DELTA', requestedById: null })

/** An item of an invoice in SAP's form, of an item of a delivery at 100 rupees a unit. */
export const billItem = (no: number, qty: number, refItem: number, more: Wire = {}): Wire => ({
  ...billingItem(no),
  ...{ SalesDocumentItem: '000010', Material: 'LS-1001', Batch: '', BillingQuantity: `${qty}.000` },
  ...{ ReferenceSDDocument: '0080000001', ReferenceSDDocumentItem: padded(refItem, 6), NetAmount: `${qty * 100}.00` },
  to_PricingElement: results([condition('PR00', `${qty * 100}.00`)]),
  ...more,
})

/** Reads this billing document from SAP, and returns what was wrong with it. */
export const readBill = async (db: Knex, number: string, items: Wire[], more: Wire = {}) => {
  const row = billingRow(items, { BillingDocument: padded(number, 10), DocumentReferenceID: `INV${number}`, ...more })
  return saveRead(db, invoicePull, billingDocuments.read(row, standardFields, '2026-11-20T06:30:00.000Z'), false)
}

/** Reads what cancels a billing document. */
export const readCancellation = (db: Knex, number: string, cancels: string, more: Wire = {}) =>
  readBill(db, number, [], { SDDocumentCategory: 'N', CancelledBillingDocument: padded(cancels, 10), ...more })

/** An LR on its way that carries all goods of an invoice; returns its id. */
export async function carriedOnLr(db: Knex, company: Company, sapBillingDoc: string): Promise<number> {
  const billed: { invoiceId: number; deliveryLineId: number; deliveryId: number; qty: number }[] = await db(
    'invoice_line_goods as g',
  )
    .join('invoice', 'invoice.id', 'g.invoiceId')
    .join('sap_delivery_line as s', 's.id', 'g.deliveryLineId')
    .where({ sapBillingDoc })
    .select('g.invoiceId', 'g.deliveryLineId', 'g.qty', 's.deliveryId')
  const { lrId } = await lrWith(db, company, { deliveryStatus: 'IN_TRANSIT' })
  for (const [deliveryId, items] of Map.groupBy(billed, item => item.deliveryId)) {
    const { invoiceId } = items[0]!
    const line = await exampleRow(db, lrLine, { lrId, deliveryId, invoiceId, outcome: 'NONE', sigmaInvoiceNo: null })
    for (const { deliveryLineId, qty } of items)
      await exampleRow(db, lrLineItem, { lrId, lrLineId: line.id, deliveryLineId, qty: Number(qty) })
  }
  await db.transaction(trx =>
    recountGoods(
      trx,
      billed.map(({ deliveryLineId }) => deliveryLineId),
    ),
  )
  return lrId
}
