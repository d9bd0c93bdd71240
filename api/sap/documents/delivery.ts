import { plainBatch } from '../../../resources/batch-no.ts'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'

import { type CountedItem, countedItems, type DeliveredItem } from '../../../resources/dispatches/goods/split-rule.ts'
import type { SapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import type { SapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import { today } from '../../platform/clock.ts'

import type { SapAdapter } from '../adapter.ts'
import type { SapFields } from '../http/fields.ts'
import {
  dayOfSap,
  expandedRows,
  fromSapQuantity,
  ofItem,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
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
  /** To a customer, or back from one. */
  category: SapDelivery['category']
  deliveryType: string | null
  salesOrg: string | null
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
  /** What holds it in SAP: its block, and the states of its credit check and of what is missing. */
  deliveryBlock: string | null
  creditStatus: string | null
  incompletion: string | null
  /** The main items whose batches do not add up. */
  doubtful: number[]
  lines: DeliveryLine[]
}

export interface DeliveryLine {
  lineNo: number
  splitOfLineNo: number | null
  kitOfLineNo: number | null
  countsAs: SapDeliveryLine['countsAs']
  /** The document that it delivers, its item and SAP's category: an order, one free of charge, an agreement, a transfer. */
  refDoc: string | null
  refItem: string | null
  refCategory: SapDeliveryLine['refCategory']
  goodsIssue: SapDeliveryLine['goodsIssue']
  isBillable: boolean
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
  grossWeightKg: number
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
export function outboundPages(sap: SapAdapter, { since, code, fields }: ReadHow): AsyncGenerator<ItemPage<Delivery>> {
  return itemPages(sap.pages(headers, { filter: changedSince(since, code), pageSize: 200 }), {
    title: 'Delivery',
    keyOf: row => keptCode(row.DeliveryDocument),
    read: row => deliveryOf(row, fields, OUTBOUND),
    changedAt: row => changedOn(row, headers.identity),
  })
}

/** The filter of the deliveries that changed since an instant, of all, or of the one with this number. */
export function changedSince(since: string | null, code: string | null): string {
  const from = since === null ? addDays(today(), -FIRST_DAYS) : addDays(dayOf(since), -OVERLAP_DAYS)
  const day = `datetime'${from}T00:00:00'`
  const changed = `LastChangeDate ge ${day} or CreationDate ge ${day}`
  const filter = code === null ? changed : `DeliveryDocument eq '${sapCode(code)}'`
  return since === null && code === null ? `OverallGoodsMovementStatus ne 'C' or ${filter}` : filter
}

/** It sells for an organisation of ours, or moves stock between plants, of which one is ours. */
export function isOurDelivery(row: SapRow, reach: Reach): boolean {
  const items = expandedRows(row.to_DeliveryDocumentItem)
  const isTransfer = items.some(item => item.ReferenceSDDocumentCategory === TRANSFER)
  const isSold = isOurs({ ours: { salesOrg: 'SalesOrganization' } }, row, reach)
  return (isSold || isTransfer) && (isSold || items.some(item => isOurs(lineIdentity, item, reach)))
}

const statuses: Record<string, Delivery['status']> = { A: 'OPEN', B: 'PARTIALLY_ISSUED' }

/** Reads a delivery with its items; null for one that is of another category, or not ours. Throws RangeError when unreadable. */
export function deliveryOf(row: SapRow, fields: SapFields, wanted: SapDelivery['category']): Delivery | null {
  const category = optionalText(row.SDDocumentCategory)
  if ((category !== null && category !== wanted) || !isOurDelivery(row, fields)) return null
  const soldTo = optionalText(row.SoldToParty)
  const shipTo = optionalText(row.ShipToParty)
  const packages = optionalText(row.TotalNumberOfPackage)
  return {
    key: keptCode(requiredText(row.DeliveryDocument, 'DeliveryDocument')),
    category: wanted,
    deliveryType: optionalText(row.DeliveryDocumentType),
    salesOrg: optionalText(row.SalesOrganization),
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
    deliveryBlock: optionalText(row.DeliveryBlockReason),
    creditStatus: optionalText(row.TotalCreditCheckStatus),
    incompletion: optionalText(row.HdrGeneralIncompletionStatus),
    ...linesOf(expandedRows(row.to_DeliveryDocumentItem)),
  }
}

/** The items of a delivery that name a material; texts name none. */
function linesOf(all: readonly SapRow[]): Pick<Delivery, 'lines' | 'doubtful'> {
  const items = all.filter(item => optionalText(item.Material) !== null)
  const own = items.map(item =>
    ofItem(item.DeliveryDocumentItem, () => ({
      lineNo: Number(requiredText(item.DeliveryDocumentItem, 'DeliveryDocumentItem')),
      splitOfLineNo: Number(item.HigherLvlItmOfBatSpltItm) || null,
      qty: fromSapQuantity(item.ActualDeliveryQuantity),
      originalQty: item.OriginalDeliveryQuantity ? fromSapQuantity(item.OriginalDeliveryQuantity) : null,
    })),
  )
  const counted = countedItems(own)
  const billed = new Set(items.flatMap((item, at) => (isBilled(item) ? [own[at]!.lineNo] : [])))
  return {
    lines: items.map((item, at) =>
      ofItem(item.DeliveryDocumentItem, () => deliveryLineOf(item, own[at]!, counted[at]!, billed)),
    ),
    doubtful: own.flatMap(({ lineNo }, at) => (counted[at]!.isDoubtful ? [lineNo] : [])),
  }
}

/** A landscape that does not tell it bills all that it delivers. */
const isBilled = ({ ItemIsBillingRelevant: relevant }: SapRow) =>
  relevant === undefined || optionalText(relevant) !== null

const goodsIssues: Record<string, DeliveryLine['goodsIssue']> = { A: 'OPEN', B: 'PARTLY', C: 'ISSUED' }
/** SAP's categories of what a delivery delivers. */
const delivered = ['C', 'I', 'E', 'V'] as const

function deliveryLineOf(
  item: SapRow,
  { lineNo, splitOfLineNo, ...own }: DeliveredItem,
  { countsAs, qty }: CountedItem,
  billed: ReadonlySet<number>,
): DeliveryLine {
  const uom = requiredText(item.DeliveryQuantityUnit, 'DeliveryQuantityUnit')
  const refCategory = delivered.find(category => category === optionalText(item.ReferenceSDDocumentCategory)) ?? null
  const ofOrder = refCategory !== null && refCategory !== 'V'
  const [refDoc, refItem] = [item.ReferenceSDDocument, item.ReferenceSDDocumentItem].map(optionalText)
  const kitOfLineNo = Number(item.HigherLevelItem) || null
  return {
    lineNo,
    splitOfLineNo,
    kitOfLineNo,
    countsAs,
    refDoc: refDoc ? keptCode(refDoc) : null,
    refItem: refItem ? itemNo(refItem) : null,
    refCategory,
    goodsIssue: goodsIssues[String(item.GoodsMovementStatus ?? '')] ?? 'NONE',
    // Batches are billed with their main item, parts of a kit with the kit.
    isBillable: isBilled(item) || billed.has(splitOfLineNo ?? 0) || billed.has(kitOfLineNo ?? 0),
    sapOrderNo: ofOrder && refDoc ? sapCode(refDoc) : null,
    sapItemNo: ofOrder && refItem ? itemNo(refItem) : null,
    product: keptMaterial(requiredText(item.Material, 'Material')),
    plant: requiredText(item.Plant, 'Plant'),
    batchNo: plainBatch(optionalText(item.Batch)),
    expiryDate: item.ShelfLifeExpirationDate ? dayOfSap(item.ShelfLifeExpirationDate) : null,
    qty,
    uom,
    ...baseOf(item, qty, uom),
    // A main item that keeps a part of its quantity keeps as much of its weight.
    grossWeightKg: own.qty === 0 ? 0 : mulDiv(weightInKg(item.ItemGrossWeight, item.ItemWeightUnit), qty, own.qty),
    isOpen: countsAs === 'GOODS' && takesStock(item),
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

/** Those of these outbound deliveries that SAP still has. */
export const outboundThere: NonNullable<RowPull['stillThere']> = async (sap, keys, fields) => {
  const { rows } = await rowsByKeys(sap, headers, keys)
  return new Set([...rows].filter(([, row]) => isOurDelivery(row, fields)).map(([key]) => key))
}
