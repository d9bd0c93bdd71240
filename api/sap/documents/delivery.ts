import { plainBatch } from '../../../resources/batch-no.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import { today } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import type { SapFields } from '../http/fields.ts'
import { dayOfSap, expandedRows, fromSapQuantity, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { entitySet, identityOf } from '../identity/entity-sets.ts'
import { keptCode, keptMaterial } from '../identity/key-forms.ts'
import { changedOn, OVERLAP_DAYS, plannedDay } from '../identity/times.ts'
import { isOurs, type Reach } from '../identity/whose.ts'
import { rowsByKeys } from '../reading/by-keys.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow, RowPull, SapItem } from '../reading/row-pull.ts'
import { inBaseUnit, weightInKg } from './base-quantity.ts'

/** An outbound delivery in our names: quantities and weights in thousandths; its key is its number. */
export interface Delivery extends SapItem {
  deliveryType: string | null
  status: 'OPEN' | 'PARTIALLY_ISSUED' | 'ISSUED'
  /** Null for a transfer of stock. */
  soldTo: string | null
  shipTo: string | null
  createdOn: string
  plannedOn: string | null
  issuedOn: string | null
  lrNo: string | null
  packages: number | null
  grossWeightKg: number
  isComplete: boolean
  lines: DeliveryLine[]
}

export interface DeliveryLine {
  lineNo: number
  partOfLineNo: number | null
  sapOrderNo: string | null
  sapItemNo: string | null
  product: string
  plant: string
  batchNo: string | null
  expiryDate: string | null
  qty: number
  uom: string
  baseQty: number
  baseUom: string
  isOpen: boolean
}

const headers = entitySet('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader', {
  expand: ['to_DeliveryDocumentItem'],
})

/** SAP's category of an outbound delivery; others are returns and inbound ones. */
const OUTBOUND = 'J'
/** SAP's category of the order of a transfer between plants. */
const TRANSFER = 'V'
const lineIdentity = identityOf('API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryItem')
/** A first or full reading goes back this far for what has left already. */
const FIRST_DAYS = 90

/** The deliveries that changed, or all that are open or of the last 90 days. A new one bears no day of change yet. */
export function deliveryPages(sap: SapAdapter, { since, code, fields }: ReadHow): AsyncGenerator<ItemPage<Delivery>> {
  const from = since === null ? addDays(today(), -FIRST_DAYS) : addDays(dayOf(since), -OVERLAP_DAYS)
  const day = `datetime'${from}T00:00:00'`
  const changed = `LastChangeDate ge ${day} or CreationDate ge ${day}`
  const filter = code === null ? changed : `DeliveryDocument eq '${sapCode(code)}'`
  const all = since === null && code === null ? `OverallGoodsMovementStatus ne 'C' or ${filter}` : filter
  return itemPages(sap.pages(headers, { filter: all, pageSize: 200 }), {
    title: 'Delivery',
    keyOf: row => keptCode(row.DeliveryDocument),
    read: row => deliveryOf(row, fields),
    changedAt: row => changedOn(row, headers.identity),
  })
}

/** It sells for an organisation of ours, or moves stock between plants, of which one is ours. */
function isOurDelivery(row: SapRow, reach: Reach): boolean {
  const items = expandedRows(row.to_DeliveryDocumentItem)
  const isTransfer = items.some(item => item.ReferenceSDDocumentCategory === TRANSFER)
  const isSold = isOurs({ ours: { salesOrg: 'SalesOrganization' } }, row, reach)
  return (isSold || isTransfer) && (isSold || items.some(item => isOurs(lineIdentity, item, reach)))
}

const statuses: Record<string, Delivery['status']> = { A: 'OPEN', B: 'PARTIALLY_ISSUED' }

/** Reads a delivery with its items; null for one that is not outbound, or not ours. Throws RangeError when unreadable. */
function deliveryOf(row: SapRow, fields: SapFields): Delivery | null {
  const category = optionalText(row.SDDocumentCategory)
  if ((category !== null && category !== OUTBOUND) || !isOurDelivery(row, fields)) return null
  const soldTo = optionalText(row.SoldToParty)
  const shipTo = optionalText(row.ShipToParty)
  const packages = optionalText(row.TotalNumberOfPackage)
  return {
    key: keptCode(requiredText(row.DeliveryDocument, 'DeliveryDocument')),
    deliveryType: optionalText(row.DeliveryDocumentType),
    status: statuses[String(row.OverallGoodsMovementStatus)] ?? 'ISSUED',
    soldTo: soldTo && keptCode(soldTo),
    shipTo: shipTo && keptCode(shipTo),
    createdOn: dayOfSap(row.CreationDate),
    plannedOn: plannedDay(row.PlannedGoodsIssueDate, row.GoodsIssueTime, fields),
    issuedOn: row.ActualGoodsMovementDate ? dayOfSap(row.ActualGoodsMovementDate) : null,
    lrNo: optionalText(row.BillOfLading)?.trim() || null,
    packages: packages !== null && /^\d+$/.test(packages) ? Number(packages) : null,
    grossWeightKg: weightInKg(row.HeaderGrossWeight, row.HeaderWeightUnit),
    isComplete: row.CompleteDeliveryIsDefined === true,
    lines: expandedRows(row.to_DeliveryDocumentItem).flatMap(item => deliveryLineOf(item) ?? []),
  }
}

/** The head of an item in several batches, and texts, have no quantity of their own. */
function deliveryLineOf(item: SapRow): DeliveryLine | null {
  const qty = fromSapQuantity(item.ActualDeliveryQuantity)
  if (qty === 0) return null
  const uom = requiredText(item.DeliveryQuantityUnit, 'DeliveryQuantityUnit')
  const ofOrder = optionalText(item.ReferenceSDDocumentCategory) === 'C'
  const [salesDocument, salesItem] = [item.ReferenceSDDocument, item.ReferenceSDDocumentItem].map(optionalText)
  return {
    lineNo: Number(requiredText(item.DeliveryDocumentItem, 'DeliveryDocumentItem')),
    partOfLineNo: Number(item.HigherLvlItmOfBatSpltItm) || Number(item.HigherLevelItem) || null,
    sapOrderNo: ofOrder && salesDocument ? sapCode(salesDocument) : null,
    sapItemNo: ofOrder && salesItem ? itemNo(salesItem) : null,
    product: keptMaterial(requiredText(item.Material, 'Material')),
    plant: requiredText(item.Plant, 'Plant'),
    batchNo: plainBatch(optionalText(item.Batch)),
    expiryDate: item.ShelfLifeExpirationDate ? dayOfSap(item.ShelfLifeExpirationDate) : null,
    qty,
    uom,
    ...baseOf(item, qty, uom),
    isOpen: takesStock(item),
  }
}

const baseOf = (item: SapRow, qty: number, uom: string) =>
  inBaseUnit(qty, {
    numerator: item.DeliveryToBaseQuantityNmrtr,
    denominator: item.DeliveryToBaseQuantityDnmntr,
    unit: item.BaseUnit,
  }) ?? { baseQty: qty, baseUom: uom }

/** Until its goods are issued; an empty status says that no goods move, as with a service. */
const takesStock = ({ GoodsMovementStatus: status }: SapRow) => status === 'A' || status === 'B'

/** Those of these deliveries that SAP still has. */
export const deliveriesThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const { rows } = await rowsByKeys(sap, headers, keys)
  return new Set([...rows].filter(([, row]) => isOurDelivery(row, fields)).map(([key]) => key))
}
