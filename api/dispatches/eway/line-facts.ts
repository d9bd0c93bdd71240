import type { Knex } from 'knex'
import type { CarriedMode } from '../../../resources/trade.ts'

/** Goods of a document as the portal lists them: values in paise, quantity in thousandths, rate in hundredths of a percent. */
export interface SentItem {
  name: string
  hsnCode: string
  qty: number
  uom: string
  taxable: number
  gstRate: number
}

/** A place with its address. */
interface Place {
  name: string
  address: string
  city: string
  pincode: string | null
  stateCode: string
  gstin: string | null
}

/** What the e-way bill of a line of an LR says. */
export interface LineFacts {
  lineId: number
  lrId: number
  lrNo: string
  lrDate: string
  plantId: number
  vehicleNo: string | null
  transMode: CarriedMode
  isOverDimensional: boolean
  distanceKm: number | null
  challanNo: string | null
  deliveryNo: string | null
  invoice: {
    id: number
    invoiceNo: string
    invoiceDate: string
    irn: string | null
    ewayBillNo: string | null
    netValue: number
    grossValue: number
    cgst: number
    sgst: number
    igst: number
    cess: number
    otherValue: number
  } | null
  /** The value of what goes, with tax where there is an invoice, in paise. */
  lineValue: number
  from: Place
  buyer: Place & { isSez: boolean }
  shipTo: Place
  transporter: { id: number; name: string; ewayId: string | null }
  items: SentItem[]
}

/** Reads what the e-way bill of a line says; null where the line has no goods of ours. */
export async function factsOfLine(db: Knex, lineId: number): Promise<LineFacts | null> {
  const row = await db('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .join('plant', 'plant.id', 'lr.plantId')
    .join('state as plantState', 'plantState.id', 'plant.stateId')
    .leftJoin('state_city as plantCity', 'plantCity.id', 'plant.cityId')
    .join('transporter', 'transporter.id', 'lr.transporterId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
    .joinRaw('join ship_to on ship_to.id = coalesce(invoice.shipToId, sap_delivery.shipToId)')
    .join('state as toState', 'toState.id', 'ship_to.stateId')
    .leftJoin('state_city as toCity', 'toCity.id', 'ship_to.cityId')
    .joinRaw('join customer on customer.id = coalesce(invoice.soldToId, sap_delivery.soldToId, ship_to.customerId)')
    .join('state as buyerState', 'buyerState.id', 'customer.stateId')
    .leftJoin('state_city as buyerCity', 'buyerCity.id', 'customer.cityId')
    .where('lr_line.id', lineId)
    .first(
      { lrId: 'lr.id', lrNo: 'lr.lrNo', lrDate: 'lr.lrDate', plantId: 'lr.plantId', vehicleNo: 'lr.vehicleNo' },
      { transMode: 'lr.transMode', isOdc: 'lr.isOverDimensional', distanceKm: 'lr.distanceKm' },
      { challanNo: 'lr_line.challanNo', deliveryNo: 'sap_delivery.deliveryNo', lineValue: 'lr_line.invoiceValue' },
      { invoiceId: 'invoice.id', invoiceNo: 'invoice.invoiceNo', invoiceDate: 'invoice.invoiceDate' },
      { irn: 'invoice.irn', ewayBillNo: 'invoice.ewayBillNo', netValue: 'invoice.netValue' },
      { grossValue: 'invoice.grossValue', freightValue: 'invoice.freightValue', cgst: 'invoice.cgst' },
      { sgst: 'invoice.sgst', igst: 'invoice.igst', cess: 'invoice.cess' },
      { fromName: 'plant.name', fromAddress: 'plant.address', fromPin: 'plant.pincode', fromGstin: 'plant.gstin' },
      { fromCity: 'plantCity.name', fromState: 'plantState.gstStateCode' },
      { buyerName: 'customer.name', buyerAddress: 'customer.address', buyerPin: 'customer.pincode' },
      { buyerGstin: 'customer.gstin', buyerKind: 'customer.gstRegistrationType', buyerCity: 'buyerCity.name' },
      { buyerState: 'buyerState.gstStateCode' },
      { toName: 'ship_to.name', toAddress: 'ship_to.address', toPin: 'ship_to.pincode', toGstin: 'ship_to.gstin' },
      { toCity: 'toCity.name', toState: 'toState.gstStateCode' },
      { transporterId: 'transporter.id', transporterName: 'transporter.name' },
      { transporterEwayId: 'transporter.transporterEwayId', transporterGstin: 'transporter.gstin' },
    )
  if (!row) return null
  const gross = Number(row.grossValue ?? 0)
  const [net, cgst, sgst, igst, cess] = [row.netValue, row.cgst, row.sgst, row.igst, row.cess].map(one =>
    Number(one ?? 0),
  ) as [number, number, number, number, number]
  return {
    lineId,
    lrId: row.lrId,
    lrNo: row.lrNo,
    lrDate: row.lrDate,
    plantId: row.plantId,
    vehicleNo: row.vehicleNo,
    transMode: row.transMode,
    isOverDimensional: Boolean(row.isOdc),
    distanceKm: row.distanceKm === null ? null : Number(row.distanceKm),
    challanNo: row.challanNo,
    deliveryNo: row.deliveryNo,
    invoice:
      row.invoiceId === null
        ? null
        : {
            id: row.invoiceId,
            invoiceNo: row.invoiceNo,
            invoiceDate: row.invoiceDate,
            irn: row.irn,
            ewayBillNo: row.ewayBillNo,
            netValue: net,
            grossValue: gross,
            ...{ cgst, sgst, igst, cess },
            otherValue: gross - net - cgst - sgst - igst - cess,
          },
    lineValue: Number(row.lineValue),
    from: placeOf(row, 'from'),
    buyer: { ...placeOf(row, 'buyer'), isSez: row.buyerKind === 'SEZ' },
    shipTo: placeOf(row, 'to'),
    transporter: {
      id: row.transporterId,
      name: row.transporterName,
      ewayId: row.transporterEwayId ?? row.transporterGstin,
    },
    items:
      row.invoiceId === null || row.challanNo !== null
        ? await itemsThatGo(db, lineId)
        : await itemsOfInvoice(db, row.invoiceId),
  }
}

const placeOf = (row: Record<string, unknown>, side: 'from' | 'buyer' | 'to'): Place => ({
  name: String(row[`${side}Name`]),
  address: String(row[`${side}Address`] ?? ''),
  city: String(row[`${side}City`] ?? ''),
  pincode: (row[`${side}Pin`] as string | null) ?? null,
  stateCode: String(row[`${side}State`]),
  gstin: (row[`${side}Gstin`] as string | null) ?? null,
})

async function itemsOfInvoice(db: Knex, invoiceId: number): Promise<SentItem[]> {
  const rows = await db('invoice_line')
    .join('products', 'products.id', 'invoice_line.productId')
    .where({ invoiceId })
    .whereNot('suppliedAs', 'SERVICE')
    .orderBy('invoice_line.lineNo')
    .select('products.name', 'products.hsnCode', 'invoice_line.qty', 'invoice_line.uom', 'invoice_line.gstRate')
    .select('invoice_line.netValue as taxable')
  return rows.map(numbered)
}

/** What goes of a part, or of a delivery without an invoice, valued as its invoice line or its list price would. */
async function itemsThatGo(db: Knex, lineId: number): Promise<SentItem[]> {
  const billed = db('invoice_line_goods as link')
    .join('invoice_line', 'invoice_line.id', 'link.invoiceLineId')
    .whereRaw('?? = ??', ['link.deliveryLineId', 'lr_line_item.deliveryLineId'])
    .select(db.raw('max(?? * 1000 / ??)', ['invoice_line.netValue', 'invoice_line.qty']))
  const rows = await db('lr_line_item')
    .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
    .join('products', 'products.id', 'sap_delivery_line.productId')
    .where({ lrLineId: lineId })
    .orderBy('lr_line_item.id')
    .select('products.name', 'products.hsnCode', 'lr_line_item.qty', 'sap_delivery_line.uom', 'products.gstRate')
    .select(db.raw('? as ??', [billed, 'unitValue']))
  return rows.map(row =>
    numbered({ ...row, taxable: Math.round((Number(row.unitValue ?? 0) * Number(row.qty)) / 1000) }),
  )
}

const numbered = (row: Record<string, unknown>): SentItem => ({
  name: String(row.name),
  hsnCode: String(row.hsnCode),
  qty: Number(row.qty),
  uom: String(row.uom),
  taxable: Number(row.taxable),
  gstRate: Number(row.gstRate ?? 0),
})
