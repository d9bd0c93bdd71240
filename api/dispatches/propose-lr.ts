import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { isDay } from '../../resources/define/dates.ts'
import { type CarrierLane, lanesTo } from '../../resources/dispatches/lane.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { lrFaults } from '../../resources/dispatches/lr-faults.ts'
import type { LrProposal } from '../../resources/dispatches/lr-proposal.ts'
import { type Transporter, transporter } from '../../resources/masters/transporter.ts'
import { transporterMapping } from '../../resources/shipment-tracking/transporter-mapping.ts'
import { type TransMode, transModes } from '../../resources/trade.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf, whereValidOn } from '../derive/rows-of.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { invalidField, refused } from '../platform/errors.ts'
import { expectedOn } from './expected-on.ts'
import { type InvoiceForLr, readIds, readInvoicesForLr } from './invoices-to-dispatch.ts'
import { instructionsOf, petroleumOn } from './lr-notes.ts'

/**
 * A proposal for an LR over these invoices: `GET /api/lr-proposal?invoiceIds[]=1&invoiceIds[]=2`, with `transMode` and
 * `lrDate` to override. Packages are packs of the products, weights thousandths, values paise. Throws 422 with
 * sentences when the invoices cannot share an LR.
 */
export async function proposeLr(db: Knex, call: Call): Promise<LrProposal> {
  requireRight(requirePerson(call), lr, 'create')
  const query = call.query ?? {}
  const chosen = await readInvoicesForLr(db, readIds(query.invoiceIds, 'invoiceIds'), call)
  const transMode = readMode(query.transMode) ?? chosen[0]!.order?.transMode ?? 'SURFACE'
  const lrDate = readDay(query.lrDate) ?? today()
  const faults = lrFaults({
    today: today(),
    ewayThreshold: Number.MAX_SAFE_INTEGER,
    lrDate: today(),
    transMode,
    declaredValue: 0,
    ewayBillNo: null,
    hasHazard: true,
    petroleum: [],
    invoices: chosen.map(({ asRules }) => asRules),
    transporter: { name: '', isActive: true, transModes },
  }).filter(({ field }) => field === 'invoiceIds')
  if (faults.length > 0) throw refused(faults)
  const { invoice, shipTo, order } = chosen[0]!
  const carriers = (await rowsOf(db, transporter, rows => rows.where('isActive', 1).orderBy('name'))).filter(row =>
    row.transModes.includes(transMode),
  )
  const way = { plantId: invoice.plantId, stateId: shipTo!.stateId, cityId: shipTo!.cityId, transMode, lrDate }
  const lanes = await lanesOf(db, way)
  // The carrier the order names, then the preferred of the lane, then by name.
  const rank = ({ id }: Transporter) => {
    if (id === order?.preferredTransporterId) return -1
    const place = lanes.findIndex(lane => lane.transporterId === id)
    return place < 0 ? lanes.length : place
  }
  carriers.sort((a, b) => rank(a) - rank(b))
  const [first] = carriers
  return {
    plantId: invoice.plantId,
    toCityId: shipTo!.cityId,
    lrDate,
    transMode,
    freightTerms: order?.freightTerms ?? 'FOR',
    packages: await packagesOf(db, chosen),
    actualWeightKg: sum(chosen.flatMap(({ lines }) => lines.map(line => line.grossWeightKg))),
    declaredValue: sum(chosen.map(row => row.invoice.grossValue)),
    ewayBillNo: chosen.length === 1 ? invoice.ewayBillNo : null,
    expectedDeliveryDate: await expectedOn(db, way),
    hasHazard: (await petroleumOn(db, chosen)).length > 0,
    instructions: await instructionsOf(db, chosen),
    transporterId: first && rank(first) < lanes.length ? first.id : null,
    transporters: carriers.map(row => ({ ...named(row), lane: rateOf(lanes, row) })),
    warnings: await brokenBatches(db, chosen),
  }
}

/** The lanes of today's masters towards a place, by priority. */
async function lanesOf(db: Knex, { plantId, stateId, cityId, transMode, lrDate }: Way): Promise<CarrierLane[]> {
  const rows = await rowsOf(db, transporterMapping, rows =>
    whereValidOn(rows, lrDate).where({ plantId, stateId, transMode }).orderBy('id'),
  )
  return lanesTo(rows, cityId)
}

interface Way {
  plantId: number
  stateId: number
  cityId: number
  transMode: TransMode
  lrDate: string
}

function rateOf(lanes: readonly CarrierLane[], { id }: Transporter) {
  const lane = lanes.find(({ transporterId }) => transporterId === id)
  return lane ? { ratePerKg: lane.ratePerKg, minFreight: lane.minFreight } : null
}

const named = ({ id, code, name }: Transporter) => ({ id, code, name })

function readMode(given: unknown): TransMode | undefined {
  if (given === undefined) return undefined
  if (!transModes.includes(given as TransMode))
    throw invalidField('transMode', 'ENUM', `Mode of transport must be one of ${transModes.join(', ')}`)
  return given as TransMode
}

function readDay(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given !== 'string' || !isDay(given))
    throw invalidField('lrDate', 'TYPE', 'LR date must be a day such as 2026-04-01')
  return given
}

/** At least as many packages as packs: a part of a pack is a package of its own. */
async function packagesOf(db: Knex, chosen: InvoiceForLr[]): Promise<number> {
  const lines = chosen.flatMap(row => row.lines)
  const packs: { id: number; packQty: number }[] = await db('products')
    .whereIn(
      'id',
      lines.map(line => line.productId),
    )
    .select('id', 'packQty')
  const packOf = new Map(packs.map(({ id, packQty }) => [id, packQty]))
  return Math.max(1, sum(lines.map(line => Math.ceil(line.qty / (packOf.get(line.productId) || line.qty || 1)))))
}

/** Sentences about order lines that were to come from one batch and do not. */
async function brokenBatches(db: Knex, chosen: InvoiceForLr[]): Promise<string[]> {
  const lines = chosen.flatMap(row => row.lines).filter(({ orderLineId }) => orderLineId !== null)
  const single: { id: number; lineNo: number }[] = await db('order_line')
    .whereIn(
      'id',
      lines.map(line => line.orderLineId as number),
    )
    .where('singleBatchRequired', 1)
    .select('id', 'lineNo')
  return single.flatMap(({ id, lineNo }) => {
    const batches = new Set(lines.filter(line => line.orderLineId === id).map(line => line.batchNo))
    return batches.size > 1
      ? [`Line ${lineNo} was to come from a single batch, but is invoiced from ${[...batches].join(', ')}`]
      : []
  })
}
