import type { Knex } from 'knex'
import { mulDiv } from '../../../resources/define/amounts.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { releaseFaults } from '../../../resources/dispatches/collections/release-faults.ts'
import { ewayThreshold } from '../../../resources/dispatches/eway.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import { now, today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'

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
    ewayThreshold: await thresholdOf(db, invoice),
    vehicleNo,
    drugs: [...new Set(lines.flatMap(({ code, isDrug }) => (isDrug ? [code] : [])))],
    buyer: await db('customer').where({ id: invoice.soldToId }).first('code', 'drugLicenceNo', 'drugLicenceValidTo'),
    petroleum: await petroleumOf(db, invoice.id),
    shipTo: await licensedAt(db, invoice.shipToId),
  })
}

/** The value, in paise, above which goods need an e-way bill on their way from the plant to the ship-to. */
async function thresholdOf(db: Knex, { plantId, shipToId }: Invoice): Promise<number> {
  const general = (await readSettings(db))['eway.threshold']
  const from = await db('plant').where({ id: plantId }).first('stateId')
  const to = await db('ship_to')
    .join('state', 'state.id', 'ship_to.stateId')
    .where('ship_to.id', shipToId ?? 0)
    .first('state.id', 'state.ewayThreshold')
  if (!to) return general
  return ewayThreshold(
    { fromStateId: from.stateId, toStateId: to.id },
    to.ewayThreshold === null ? null : Number(to.ewayThreshold),
    general,
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
