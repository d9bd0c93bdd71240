import type { Knex } from 'knex'
import { shareOut, sum } from '../../../resources/define/amounts.ts'
import { instantOf } from '../../../resources/define/dates.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import type { LineInput, LrInput } from '../../../resources/dispatches/commands/booking.ts'
import { ewayEnd } from '../../../resources/dispatches/eway.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import { lrFaults } from '../../../resources/dispatches/lr-faults.ts'
import { type Part, partOf } from '../../../resources/dispatches/parts.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { plant } from '../../../resources/settings/plant.ts'
import type { Settings } from '../../../resources/settings/settings.ts'
import type { Call } from '../../derive/call.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { seesFile } from '../../files/attachments.ts'
import { now, today } from '../../platform/clock.ts'
import { invalid, refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { accountOfPlant } from '../eway/account-of-plant.ts'
import { demandItems } from './demand-items.ts'
import { ewayNeeds, type NeedWithNote } from './eway-needs.ts'
import { takenEwayBills } from './eway-numbers.ts'
import type { ForLr } from './goods-for-lr.ts'
import { careOf } from './lr-notes.ts'
import { lockGoods, readGoodsForLr } from './read-goods-for-lr.ts'

/** An invoice of an LR, or a delivery that is never billed, with what goes of it. */
export interface Dispatched {
  chosen: ForLr
  line: LineInput
  part: Part
}

/** An LR that obeys every rule, with what follows from its input. */
export interface PreparedLr {
  input: LrInput
  dispatched: Dispatched[]
  site: { id: number; cityId: number; stateId: number }
}

/**
 * Reads what an LR needs and applies its rules; `ofLr` is an LR that is being corrected. Throws 400 with faults at the
 * fields, 409 when an invoice has left already, and 422 when the plant has no city.
 */
export async function prepareLr(trx: Knex, input: LrInput, call: Call, ofLr?: number): Promise<PreparedLr> {
  await lockGoods(trx, input.lines)
  const chosen = await readGoodsForLr(trx, input.lines, call, ofLr)
  const asked = demandItems(input.lines, chosen)
  const dispatched = chosen.map((one, index): Dispatched => {
    const line = input.lines[index]!
    return { chosen: one, line, part: partOf(one.goods, one.head.grossValue, one.sent, asked[index]) }
  })
  const settings = await readSettings(trx)
  const care = await careOf(trx, chosen)
  const completed = { ...input, hasHazard: input.hasHazard || care.hazardous.length > 0, ...partBOf(input) }
  const [transporterRow] = await rowsOf(trx, transporter, rows => rows.where('id', input.transporterId))
  const needs = await needsOf(trx, chosen, input.lrDate)
  const ewayByPortal = (await accountOfPlant(trx, chosen[0]!.head.plantId)) !== null
  const lines = dispatched.map(one => withEwayEnd(one, completed, settings))
  const taken = await takenEwayBills(trx, lines, call, ofLr)
  const faults = lrFaults({
    ...completed,
    ...care,
    unNumber: input.unNumber,
    today: today(),
    now: now(),
    backdateDays: settings['lr.backdate_days'],
    weightTolerance: settings['lr.weight_tolerance_pct'],
    transporter: transporterRow ?? null,
    lines: dispatched.map(({ chosen: one, part }, index) => ({
      ...one.asRules,
      ...incompletePart(one, part),
      ...lines[index]!,
      weightKg: part.weightKg,
      value: part.value,
      isFurther: one.sent.lrs > 0,
      isWhole: one.sent.lrs === 0 && part.completes,
      packagesInAll: one.head.packages ?? lines[index]!.packagesInAll,
      packagesSent: one.sent.packages,
      ewayValue: part.ewayValue,
      ewayAbove: needs[index]!.above,
      ewayNote: needs[index]!.note,
      ewayByPortal,
      ewayTaken: taken[index]!,
    })),
  })
  await demandTremCard(trx, input, call, faults)
  if (faults.length > 0) throw invalid(faults)
  const ended = dispatched.map((one, index) => ({ ...one, line: lines[index]! }))
  return { input: completed, dispatched: ended, site: await siteOf(trx, chosen[0]!.head.plantId) }
}

/** An order that is delivered only in full goes in no parts either. */
function incompletePart({ order, sent, asRules }: ForLr, { completes }: Part) {
  const isPart = sent.lrs > 0 || !completes
  return { incomplete: isPart && order?.completeDelivery ? { orderNo: order.orderNo } : asRules.incomplete }
}

/** The e-way bill gets its vehicle with the LR, unless somebody says when. */
function partBOf({ vehicleNo, partBAt, lrDate }: LrInput): { partBAt: string | null } {
  if (partBAt !== null || vehicleNo === null) return { partBAt }
  return { partBAt: lrDate === today() ? now() : instantOf(lrDate, '18:00') }
}

/** The end of the e-way bill: as typed, else as SAP says it, else by the distance. */
function withEwayEnd({ line, chosen: { head } }: Dispatched, input: LrInput, settings: Settings): LineInput {
  if (line.ewayBillNo === null) return { ...line, ewayValidTo: null }
  const synced = head.ewayBillNo === line.ewayBillNo ? head.ewayValidTo : null
  return { ...line, ewayValidTo: line.ewayValidTo ?? synced ?? endByDistance(input, settings) }
}

/** When an e-way bill of this LR ends by its distance; null while the distance or the vehicle is not known. */
export function endByDistance(
  { partBAt, distanceKm, isOverDimensional }: Pick<LrInput, 'partBAt' | 'distanceKm' | 'isOverDimensional'>,
  settings: Settings,
): string | null {
  if (partBAt === null || distanceKm === null) return null
  return ewayEnd(partBAt, distanceKm, settings[isOverDimensional ? 'eway.km_a_day_over_dimensional' : 'eway.km_a_day'])
}

/** Above which value each invoice travels with an e-way bill. */
export async function needsOf(db: Knex, chosen: readonly ForLr[], day: string): Promise<NeedWithNote[]> {
  const plantIds = [...new Set(chosen.map(({ head }) => head.plantId))]
  const plants = await rowsOf(db, plant, rows => rows.whereIn('id', plantIds))
  const productIds = [...new Set(chosen.flatMap(({ goods }) => goods.map(({ productId }) => productId)))]
  const drugs = new Set(await db('products').whereIn('id', productIds).where('isDrug', 1).pluck('id'))
  const movements = chosen.map(({ head, shipTo, goods }) => {
    const from = plants.find(({ id }) => id === head.plantId)!
    return {
      fromStateId: from.stateId,
      fromCityId: from.cityId,
      toStateId: shipTo?.stateId ?? 0,
      toCityId: shipTo?.cityId ?? null,
      areDrugs: goods.length > 0 && goods.every(({ productId }) => drugs.has(productId)),
    }
  })
  return ewayNeeds(db, movements, day)
}

/** A TREM card is a file the person uploaded, or that of an LR they read. */
async function demandTremCard(trx: Knex, { tremCardId }: LrInput, { person }: Call, faults: Fault[]) {
  if (tremCardId === null || !person || (await seesFile(trx, person, tremCardId, 'LR'))) return
  const message = `${lr.fields.tremCardId.label} is not known: upload it first`
  faults.push({ field: 'tremCardId', code: 'UNKNOWN_REF', message })
}

async function siteOf(trx: Knex, plantId: number): Promise<PreparedLr['site']> {
  const [site] = await rowsOf(trx, plant, rows => rows.where('id', plantId))
  const { cityId, stateId, code } = site!
  if (cityId === null) {
    throw refused([
      { field: 'lines', code: 'NO_CITY', message: `Plant ${code} has no city yet: enter it under Plants` },
    ])
  }
  return { id: plantId, cityId, stateId }
}

/** What of the packages of an LR falls on each invoice: as entered, the others by weight. */
export function packagesOf(packages: number, dispatched: readonly Dispatched[]): number[] {
  const open = dispatched.filter(({ line }) => line.packages === null)
  const weights = open.map(({ part }) => part.weightKg)
  const left = packages - sum(dispatched.map(({ line }) => line.packages ?? 0))
  const shares = shareOut(left, sum(weights) > 0 ? weights : weights.map(() => 1))
  return dispatched.map(({ line }) => line.packages ?? shares[open.findIndex(one => one.line === line)]!)
}
