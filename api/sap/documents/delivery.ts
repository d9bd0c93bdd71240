import { plainBatch } from '../../../resources/batch-no.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { itemNo, plainCode, sapCode } from '../../../resources/sap/codes.ts'
import { now, today } from '../../platform/clock.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntitySet } from '../http/entity-pages.ts'
import {
  dayOfSap,
  expandedRows,
  fromSapQuantity,
  instantOfSap,
  ofItem,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import { itemPages } from '../reading/item-pages.ts'
import type { ItemPage, ReadHow, SapItem } from '../reading/row-pull.ts'
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

const headers: EntitySet = {
  path: 'API_OUTBOUND_DELIVERY_SRV;v=0002/A_OutbDeliveryHeader',
  key: ['DeliveryDocument'],
  expand: ['to_DeliveryDocumentItem'],
}

/** SAP's category of an outbound delivery; others are returns and inbound ones. */
const OUTBOUND = 'J'
/** A first or full reading goes back this far for what has left already. */
const FIRST_DAYS = 90
/** SAP keeps only the day of a change. */
const OVERLAP_DAYS = 2

/** The deliveries that changed, or all that are open or of the last 90 days. A new one bears no day of change yet. */
export function deliveryPages(sap: SapAdapter, { since, code }: ReadHow): AsyncGenerator<ItemPage<Delivery>> {
  const from = since === null ? addDays(today(), -FIRST_DAYS) : addDays(dayOf(since), -OVERLAP_DAYS)
  const day = `datetime'${from}T00:00:00'`
  const changed = `LastChangeDate ge ${day} or CreationDate ge ${day}`
  const filter = code === null ? changed : `DeliveryDocument eq '${sapCode(code)}'`
  const all = since === null && code === null ? `OverallGoodsMovementStatus ne 'C' or ${filter}` : filter
  return itemPages(sap.pages(headers, { filter: all, pageSize: 200 }), {
    title: 'Delivery',
    keyOf: row => plainCode(String(row.DeliveryDocument)),
    read: deliveryOf,
    changedAt,
  })
}

function changedAt({ LastChangeDate, CreationDate }: SapRow): string | null {
  const at = LastChangeDate ?? CreationDate
  if (!at) return null
  const instant = instantOfSap(at)
  return instant > now() ? null : instant
}

const statuses: Record<string, Delivery['status']> = { A: 'OPEN', B: 'PARTIALLY_ISSUED' }

/** Reads a delivery with its items; null for one that is no outbound delivery. Throws RangeError when unreadable. */
function deliveryOf(row: SapRow): Delivery | null {
  const category = optionalText(row.SDDocumentCategory)
  if (category !== null && category !== OUTBOUND) return null
  const soldTo = optionalText(row.SoldToParty)
  const shipTo = optionalText(row.ShipToParty)
  const packages = optionalText(row.TotalNumberOfPackage)
  return {
    key: plainCode(requiredText(row.DeliveryDocument, 'DeliveryDocument')),
    deliveryType: optionalText(row.DeliveryDocumentType),
    status: statuses[String(row.OverallGoodsMovementStatus)] ?? 'ISSUED',
    soldTo: soldTo && plainCode(soldTo),
    shipTo: shipTo && plainCode(shipTo),
    createdOn: dayOfSap(row.CreationDate),
    plannedOn: row.PlannedGoodsIssueDate ? dayOfSap(row.PlannedGoodsIssueDate) : null,
    issuedOn: row.ActualGoodsMovementDate ? dayOfSap(row.ActualGoodsMovementDate) : null,
    lrNo: optionalText(row.BillOfLading)?.trim() || null,
    packages: packages !== null && /^\d+$/.test(packages) ? Number(packages) : null,
    grossWeightKg: weightInKg(row.HeaderGrossWeight, row.HeaderWeightUnit),
    isComplete: row.CompleteDeliveryIsDefined === true,
    lines: expandedRows(row.to_DeliveryDocumentItem).flatMap(
      item => ofItem(item.DeliveryDocumentItem, () => deliveryLineOf(item)) ?? [],
    ),
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
    product: plainCode(requiredText(item.Material, 'Material')),
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
