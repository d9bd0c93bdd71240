import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import { daysBetween } from '../../../resources/define/dates.ts'
import type { proposeLr as asked, LrProposal, ProposedLine } from '../../../resources/dispatches/commands/booking.ts'
import type { TransporterLane } from '../../../resources/dispatches/lane.ts'
import { faultsOfInvoices } from '../../../resources/dispatches/lr-faults.ts'
import { packsOf, partOf, remainingQty } from '../../../resources/dispatches/parts.ts'
import { products } from '../../../resources/masters/products.ts'
import { type Transporter, transporter } from '../../../resources/masters/transporter.ts'
import { carriedModes } from '../../../resources/trade.ts'
import type { Call } from '../../derive/call.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { expectedOn } from '../../masters/expected-on.ts'
import { today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { accountOfPlant } from '../eway/account-of-plant.ts'
import { lanesOf, type Way } from './expected-freight.ts'
import type { ForLr } from './goods-for-lr.ts'
import { careOf, instructionsOf } from './lr-notes.ts'
import { warningsOf } from './lr-warnings.ts'
import { needsOf } from './prepare-lr.ts'
import { readGoodsForLr } from './read-goods-for-lr.ts'

/**
 * A proposal for an LR over what is left of these invoices and deliveries, with mode and day to override. Packages are
 * packs of the products, weights thousandths, values paise. Throws 422 with sentences when they cannot share an LR.
 */
export async function proposeLr(db: Knex, idea: BodyOf<typeof asked>, call: Call): Promise<LrProposal> {
  const named = [
    ...[...new Set(idea.invoiceIds ?? [])].map(invoiceId => ({ invoiceId, deliveryId: null })),
    ...[...new Set(idea.deliveryIds ?? [])].map(deliveryId => ({ invoiceId: null, deliveryId })),
  ]
  const chosen = await readGoodsForLr(db, named, call)
  const faults = faultsOfInvoices(chosen.map(({ asRules }) => asRules))
  if (faults.length > 0) throw refused(faults)
  const { head, shipTo, order } = chosen[0]!
  const ordered = carriedModes.find(mode => mode === (head.transMode ?? order?.transMode))
  const transMode = idea.transMode ?? ordered ?? 'SURFACE'
  const lrDate = idea.lrDate ?? today()
  const way = { plantId: head.plantId, stateId: shipTo!.stateId, cityId: shipTo!.cityId, transMode, lrDate }
  const { fitting: _, hasCards: __, ...care } = await careOf(db, chosen)
  const settings = await readSettings(db)
  const orderedTerms = chosen.find(one => one.order)?.order?.freightTerms ?? null
  const lines = await proposeLines(db, chosen, lrDate)
  const expectedDeliveryDate = await expectedOn(db, way)
  const last = await lastOfSameWay(db, way, care.unNumber)
  return {
    plantId: head.plantId,
    toCityId: shipTo!.cityId!,
    lrDate,
    transMode,
    freightTerms: orderedTerms ?? 'FOR',
    orderedTerms,
    packages: sum(lines.map(line => line.packages)),
    actualWeightKg: sum(lines.map(line => line.weightKg)),
    declaredValue: sum(lines.map(line => line.value)),
    lines,
    ewayKmADay: settings['eway.km_a_day'],
    ewayKmADayOverDimensional: settings['eway.km_a_day_over_dimensional'],
    isBackdated: daysBetween(lrDate, today()) > settings['lr.backdate_days'],
    expectedDeliveryDate,
    ...last,
    ...care,
    hasHazard: care.hazardous.length > 0,
    deliveryWindow: shipTo!.deliveryWindow,
    instructions: await instructionsOf(db, chosen),
    ...(await transportersOf(db, way, order?.preferredTransporterId ?? null)),
    warnings: await warningsOf(db, chosen, { ...way, cold: care.cold, expectedDeliveryDate }),
  }
}

async function proposeLines(db: Knex, chosen: ForLr[], lrDate: string): Promise<ProposedLine[]> {
  const needs = await needsOf(db, chosen, lrDate)
  const ewayByPortal = (await accountOfPlant(db, chosen[0]?.head.plantId ?? null)) !== null
  const productIds = [...new Set(chosen.flatMap(({ goods }) => goods.map(one => one.productId)))]
  const sold = new Map((await rowsOf(db, products, rows => rows.whereIn('id', productIds))).map(row => [row.id, row]))
  return chosen.map(({ invoice, delivery, head, goods, sent }, index) => {
    const part = partOf(goods, head.grossValue, sent)
    const left = remainingQty(goods, sent)
    const open = goods.flatMap(one => (left.has(one.id) ? [{ ...one, qty: left.get(one.id)! }] : []))
    const packs = Math.max(1, sum(open.map(one => packsOf(one.qty, sold.get(one.productId)!.packQty))))
    const isFurther = sent.lrs > 0
    return {
      invoiceId: invoice?.id ?? null,
      deliveryId: delivery?.id ?? null,
      invoiceNo: head.invoiceNo,
      weightKg: part.weightKg,
      value: part.value,
      ewayValue: part.ewayValue,
      packages: head.packages === null ? packs : Math.max(0, head.packages - sent.packages),
      packagesInAll: head.packages,
      isFurther,
      // The e-way bill from SAP is that of the whole invoice; a part travels with the one of its challan.
      ewayBillNo: isFurther ? null : head.ewayBillNo,
      ewayValidTo: isFurther ? null : head.ewayValidTo,
      ewayAbove: needs[index]!.above,
      ewayNote: needs[index]!.note,
      ewayByPortal,
      goods: open.map(({ id, lineNo, batchNo, uom, qty, productId }) => {
        const { code, name } = sold.get(productId)!
        const { weightKg, value, ewayValue } = partOf(goods, head.grossValue, sent, [{ goodsId: id, qty }])
        return {
          deliveryLineId: id,
          lineNo,
          batchNo,
          uom,
          qty,
          weightKg,
          value,
          ewayValue,
          product: `${code} · ${name}`,
        }
      }),
    }
  })
}

/** The transporters of the mode: the one the order names, then the preferred of the lane, then by name. */
async function transportersOf(
  db: Knex,
  way: Way,
  preferred: number | null,
): Promise<Pick<LrProposal, 'transporterId' | 'transporters'>> {
  const active = await rowsOf(db, transporter, rows => rows.where('isActive', 1).orderBy('name'))
  const transporterRows = active.filter(row => row.transModes.includes(way.transMode))
  const lanes = await lanesOf(db, way)
  const rank = ({ id }: Transporter) => {
    if (id === preferred) return -1
    const place = lanes.findIndex(lane => lane.transporterId === id)
    return place < 0 ? lanes.length : place
  }
  transporterRows.sort((a, b) => rank(a) - rank(b))
  const [first] = transporterRows
  return {
    transporterId: first && rank(first) < lanes.length ? first.id : null,
    transporters: transporterRows.map(row => ({
      id: row.id,
      code: row.code,
      name: row.name,
      lane: rateOf(lanes, row),
    })),
  }
}

function rateOf(lanes: readonly TransporterLane[], { id }: Transporter) {
  const lane = lanes.find(({ transporterId }) => transporterId === id)
  return lane ? { ratePerKg: lane.ratePerKg, minFreight: lane.minFreight } : null
}

/** What the last LRs tell of this one: the kilometres to the city, and the TREM card of the same UN number. */
async function lastOfSameWay(
  db: Knex,
  { plantId, cityId }: Way,
  unNumber: string | null,
): Promise<Pick<LrProposal, 'distanceKm' | 'tremCardId'>> {
  const last = (where: object, column: string) =>
    db('lr')
      .where({ plantId, ...where })
      .whereNotNull(column)
      .orderBy('id', 'desc')
      .first(column)
  const way = await last({ toCityId: cityId }, 'distanceKm')
  const card = unNumber === null ? undefined : await last({ unNumber }, 'tremCardId')
  return { distanceKm: way?.distanceKm ?? null, tremCardId: card?.tremCardId ?? null }
}
