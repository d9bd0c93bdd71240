import type { Knex } from 'knex'
import type { ShipTo } from '../../../resources/access-control/ship-to.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { type Invoice, invoice } from '../../../resources/dispatches/invoice.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type Transporter, transporter } from '../../../resources/masters/transporter.ts'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { BEING_CORRECTED } from '../../goods/billed-on-lrs.ts'
import { type Company, companyOf } from '../../platform/company.ts'
import { notFound } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { billedNow } from '../goods/billed-now.ts'

/** The goods of one delivery on an LR; `goods` are its products, batches and quantities in thousandths. */
export interface LrSheetLine extends LrLine {
  invoiceNo: string
  invoiceDate: string | null
  soldTo: string
  goods: { code: string; name: string; batchNo: string | null; qty: number; uom: string }[]
}

/** All that the papers of an LR show: money in paise, weights in thousandths of a kilogram. */
export interface LrSheet {
  lr: Lr
  /** The fields of the LR that the reader may see. */
  shown: ReadonlySet<string>
  /** Whether the reader may see the value of each invoice. */
  showsValues: boolean
  company: Company
  transporter: Transporter
  fromCity: string
  toCity: string
  consignor: Plant | null
  consignee: ShipTo | null
  shipmentNo: string
  lines: LrSheetLine[]
}

/**
 * Reads LRs for their papers, in the order of their ids, with a number of queries that does not depend on how many there
 * are. Throws 404 unless the person may read each of them.
 */
export async function readLrSheets(db: Knex, ids: readonly number[], person: Person): Promise<LrSheet[]> {
  const lrs = await rowsOf(db, lr, rows =>
    restrict(rows.whereIn('lr.id', ids).orderBy('lr.id'), db, lr, person, 'read'),
  )
  if (lrs.length !== new Set(ids).size) throw notFound()
  const lines = await rowsOf(db, lrLine, rows => rows.whereIn('lrId', ids).orderBy('id'))
  const columnsOf = await readableColumnsOfRows(db, lr, person, ids)
  const lineColumnsOf = await readableColumnsOfRows(
    db,
    lrLine,
    person,
    lines.map(({ id }) => id),
  )
  const [transporterRows, plants, cities, shipments, settings] = await Promise.all([
    rowsOf(db, transporter, rows =>
      rows.whereIn(
        'id',
        lrs.map(row => row.transporterId),
      ),
    ),
    rowsOf(db, plant, rows =>
      rows.whereIn(
        'id',
        lrs.flatMap(row => row.plantId ?? []),
      ),
    ),
    namesById(
      db,
      'state_city',
      lrs.flatMap(row => [row.fromCityId, row.toCityId]),
    ),
    db('shipment').whereIn('lrId', ids).select('lrId', 'shipmentNo'),
    readSettings(db),
  ])
  const { sheetLines, consignees } = await readLines(db, lines)
  return lrs.map(row => {
    const ownLines = sheetLines.filter(({ lrId }) => lrId === row.id)
    return {
      lr: row,
      shown: new Set(columnsOf(row.id)),
      showsValues: ownLines.every(({ id }) => lineColumnsOf(id).includes('invoiceValue')),
      company: companyOf(settings),
      transporter: transporterRows.find(({ id }) => id === row.transporterId)!,
      fromCity: cities.get(row.fromCityId) ?? '',
      toCity: cities.get(row.toCityId) ?? '',
      consignor: plants.find(({ id }) => id === row.plantId) ?? null,
      consignee: consignees.get(row.id) ?? null,
      shipmentNo: shipments.find(({ lrId }) => lrId === row.id)?.shipmentNo ?? '',
      lines: ownLines,
    }
  })
}

async function readLines(db: Knex, lines: readonly LrLine[]) {
  const invoiceNos = await billedNow(
    db,
    lines.map(({ id }) => id),
  )
  const [invoices, deliveries, parts, sigma] = await Promise.all([
    rowsOf(db, invoice, rows =>
      rows.whereIn('id', [...lines.flatMap(({ invoiceId }) => invoiceId ?? []), ...invoiceNos.ids]),
    ),
    rowsOf(db, sapDelivery, rows =>
      rows.whereIn(
        'id',
        lines.flatMap(({ deliveryId }) => deliveryId ?? []),
      ),
    ),
    goodsOn(
      db,
      lines.map(({ id }) => id),
    ),
    namesById(
      db,
      'sigma_customers',
      lines.flatMap(({ sigmaCustomerId }) => sigmaCustomerId ?? []),
    ),
  ])
  const [buyers, addresses] = await Promise.all([
    namesById(
      db,
      'customer',
      [...invoices, ...deliveries].flatMap(({ soldToId }) => soldToId ?? []),
    ),
    rowsOf(db, shipTo, rows =>
      rows.whereIn(
        'id',
        [...invoices, ...deliveries].flatMap(({ shipToId }) => shipToId ?? []),
      ),
    ),
  ])
  const consignees = new Map<number, ShipTo>()
  const sheetLines = lines.map((line): LrSheetLine => {
    const billing = invoiceNos.of(line.id)
    const billed = invoices.find(({ id }) => id === (billing[0]?.invoiceId ?? line.invoiceId))
    const delivery = deliveries.find(({ id }) => id === line.deliveryId)
    const address = addresses.find(({ id }) => id === (billed?.shipToId ?? delivery?.shipToId))
    if (address) consignees.set(line.lrId, address)
    const soldToId = billed?.soldToId ?? delivery?.soldToId ?? null
    return {
      ...line,
      ...documentOf(line, billing, billed, delivery),
      soldTo: (soldToId === null ? sigma.get(line.sigmaCustomerId ?? 0) : buyers.get(soldToId)) ?? '',
      goods: parts.filter(({ lrLineId }) => lrLineId === line.id),
    }
  })
  return { sheetLines, consignees }
}

/** What a line of an LR is called: by the invoices that bill its goods now, else as an invoice being corrected, or its delivery. */
function documentOf(
  line: LrLine,
  billing: readonly { invoiceNo: string }[],
  billed: Invoice | undefined,
  delivery: SapDelivery | undefined,
): Pick<LrSheetLine, 'invoiceNo' | 'invoiceDate'> {
  if (billing.length > 0)
    return { invoiceNo: billing.map(one => one.invoiceNo).join(', '), invoiceDate: billed?.invoiceDate ?? null }
  if (line.invoiceId !== null) return { invoiceNo: BEING_CORRECTED, invoiceDate: null }
  if (delivery) return { invoiceNo: `Delivery ${delivery.deliveryNo}`, invoiceDate: delivery.issuedOn }
  return { invoiceNo: line.sigmaInvoiceNo ?? '', invoiceDate: null }
}

/** The goods on these lines of LRs: products, batches and quantities in thousandths. */
const goodsOn = (
  db: Knex,
  lrLineIds: readonly number[],
): Promise<(LrSheetLine['goods'][number] & { lrLineId: number })[]> =>
  db('lr_line_item as item')
    .join('sap_delivery_line as goods', 'goods.id', 'item.deliveryLineId')
    .join('products', 'products.id', 'goods.productId')
    .whereIn('item.lrLineId', [...lrLineIds])
    .orderBy(['item.lrLineId', 'goods.lineNo'])
    .select('item.lrLineId', 'item.qty', 'goods.uom', 'goods.batchNo', 'products.code', 'products.name')

async function namesById(db: Knex, table: string, ids: readonly number[]): Promise<Map<number, string>> {
  const rows: { id: number; name: string }[] = await db(table).whereIn('id', ids).select('id', 'name')
  return new Map(rows.map(({ id, name }) => [id, name]))
}
