import type { Knex } from 'knex'
import { mulDiv } from '../../../resources/define/amounts.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { releaseFaults } from '../../../resources/dispatches/collections/release-faults.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import { type InvoiceLine, invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { ewayValueOf } from '../../../resources/dispatches/parts.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, today } from '../../platform/clock.ts'
import { ewayNeedOf } from '../booking/eway-needs.ts'
import { taxedGoods } from '../booking/goods-for-lr.ts'
import { exemptProducts } from '../booking/invoices-to-dispatch.ts'

/** Why the goods of an invoice may not be handed over now: licences, e-way bill, vehicle. Read anew each time. */
export async function releaseFaultsOf(db: Knex, invoice: Invoice, vehicleNo: string | null): Promise<Fault[]> {
  const lines: { code: string; isDrug: number | boolean; qty: number }[] = await db('invoice_line')
    .join('products', 'products.id', 'invoice_line.productId')
    .where({ invoiceId: invoice.id })
    .orderBy('invoice_line.lineNo')
    .select('products.code', 'products.isDrug', 'invoice_line.qty')
  return releaseFaults({
    today: today(),
    now: now(),
    invoice,
    ...(await ewayOf(db, invoice)),
    vehicleNo,
    drugs: [...new Set(lines.flatMap(({ code, isDrug }) => (isDrug ? [code] : [])))],
    buyer: await db('customer').where({ id: invoice.soldToId }).first('code', 'drugLicenceNo', 'drugLicenceValidTo'),
    petroleum: await petroleumOf(db, invoice.id),
    shipTo: await licensedAt(db, invoice.shipToId),
  })
}

/** What an e-way bill of an invoice counts, and above which value it is needed from the plant to the ship-to. */
async function ewayOf(db: Knex, invoice: Invoice) {
  const { above, note } = await ewayNeedOf(db, invoice, today())
  return { ewayValue: await ewayValueOfInvoice(db, invoice), ewayAbove: above, ewayNote: note }
}

async function ewayValueOfInvoice(db: Knex, { id, grossValue }: Invoice): Promise<number> {
  const lines: InvoiceLine[] = await rowsOf(db, invoiceLine, rows => rows.where({ invoiceId: id }).where('qty', '>', 0))
  const exempt = await exemptProducts(db, lines)
  const goods = lines.map(line => taxedGoods(line, exempt))
  return ewayValueOf(
    goods,
    goods.map(({ id: goodsId, qty }) => ({ goodsId, qty })),
    grossValue,
  )
}

interface PetroleumLine {
  code: string
  petroleumClass: string
  qty: number
  litrePerUom: number
  licenceFreeLitres: number | null
}

async function petroleumOf(db: Knex, invoiceId: number) {
  const rows: PetroleumLine[] = await db('invoice_line')
    .join('products', 'products.id', 'invoice_line.productId')
    .join('peso_products', 'peso_products.productId', 'products.id')
    .where({ invoiceId, 'peso_products.isActive': 1 })
    .orderBy('invoice_line.lineNo')
    .select('products.code', 'petroleumClass', 'invoice_line.qty', 'litrePerUom', 'licenceFreeLitres')
  return rows.map(({ code, petroleumClass, qty, litrePerUom, licenceFreeLitres }) => ({
    code,
    petroleumClass,
    litres: mulDiv(qty, litrePerUom, 1000),
    // Licences and free quantities are in tenths of a litre.
    freeLitres: (licenceFreeLitres ?? 0) * 100,
  }))
}

async function licensedAt(db: Knex, shipToId: number | null) {
  const row =
    shipToId === null
      ? undefined
      : await db('ship_to')
          .where({ id: shipToId })
          .first('code', 'pesoLicenceNo', 'pesoClass', 'pesoCapacityLitres', 'pesoValidTo')
  return row ? { ...row, pesoCapacity: (row.pesoCapacityLitres ?? 0) * 100 } : null
}
