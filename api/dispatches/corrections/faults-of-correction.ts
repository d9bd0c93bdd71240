import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf, daysBetween } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { counts } from '../../../resources/dispatches/events/journey.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import {
  faultsOfDate,
  faultsOfGoods,
  faultsOfTerms,
  faultsOfValue,
  faultsOfWeight,
} from '../../../resources/dispatches/lr-faults.ts'
import type { LrLine } from '../../../resources/dispatches/lr-line.ts'
import { now, today } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import { careOf } from '../booking/lr-notes.ts'
import { ordersOnLr } from '../events/invoices-of-lr.ts'
import { eventsOf } from '../events/lr-subject.ts'
import { countingPod } from '../pods/replace-pod.ts'
import { packagesOfLines } from './packages-of-lines.ts'

/** An LR before and after a correction, with its lines as they are stored. */
export interface Corrected {
  before: Lr
  after: Lr
  stored: readonly LrLine[]
  /** Its invoices are entered again, which has rules of its own. */
  isRebooked: boolean
}

/** What is wrong with an LR as it is corrected. What stays as it was is no fault of the correction. */
export async function faultsOfCorrection(trx: Knex, of: Corrected): Promise<Fault[]> {
  const { before, after, stored, isRebooked } = of
  const isOther = (...names: (keyof Lr)[]) => names.some(name => before[name] !== after[name])
  const faults: Fault[] = isOther('lrDate', 'backdateReason') ? await faultsOfDay(trx, of) : []
  if (after.chargedWeightKg < after.actualWeightKg)
    faults.push({
      field: 'chargedWeightKg',
      code: 'RANGE',
      message: 'Charged weight must not be less than the actual weight',
    })
  if (after.expectedDeliveryDate < after.lrDate)
    faults.push({
      field: 'expectedDeliveryDate',
      code: 'RANGE',
      message: 'Expected delivery date must not be before the day of the LR',
    })
  if (isRebooked || after.businessLine !== 'CORE') return faults
  if (isOther('transporterId', 'transMode')) faults.push(...(await faultsOfTransporter(trx, after)))
  if (isOther('freightTerms', 'termsReason'))
    faults.push(...faultsOfTerms({ ...after, lines: await ordered(trx, after) }))
  if (isOther('declaredValue', 'valueReason'))
    faults.push(...faultsOfValue({ ...after, lines: stored.map(({ invoiceValue: value }) => ({ value })) }))
  if (isOther('packages')) faults.push(...(await faultsOfParts(trx, of)))
  if (isOther('actualWeightKg', 'remarks')) {
    const weightTolerance = (await readSettings(trx))['lr.weight_tolerance_pct']
    faults.push(...faultsOfWeight({ ...after, lines: stored, weightTolerance }))
  }
  if (isOther('unNumber', 'tremCardId', 'driverIsTrained', 'loggerNo')) {
    const care = await careOf(trx, [{ goods: await goodsOf(trx, after.id) }])
    faults.push(...faultsOfGoods({ ...after, ...care, unNumber: after.unNumber }))
  }
  return faults
}

/** The day of an LR lies from its last invoice to the first that happened to it. */
async function faultsOfDay(trx: Knex, { after, stored, isRebooked }: Corrected): Promise<Fault[]> {
  const invoices: { invoiceDate: string }[] = isRebooked
    ? []
    : await trx('invoice')
        .whereIn(
          'id',
          stored.flatMap(({ invoiceId }) => invoiceId ?? []),
        )
        .select('invoiceDate')
  const backdateDays = (await readSettings(trx))['lr.backdate_days']
  const isLate = daysBetween(after.lrDate, dayOf(after.createdAt)) > backdateDays
  const facts = { lrDate: after.lrDate, today: today(), now: now(), bookedAt: null, lines: invoices, backdateDays }
  const faults = faultsOfDate({ ...facts, backdateReason: isLate ? after.backdateReason : '' })
  const events = await eventsOf(trx, after.id)
  const proof = await countingPod(trx, after.id)
  const [first] = [
    ...events.filter(event => counts(event) && event.eventCode !== 'BOOKED').map(({ eventOn }) => eventOn),
    ...(proof ? [proof.deliveredOn] : []),
  ].toSorted()
  if (first === undefined || after.lrDate <= first) return faults
  const message = `LR date must not be after ${dayText(first)}, when the first was reported of the goods`
  return [...faults, { field: 'lrDate', code: 'RANGE', message }]
}

async function faultsOfTransporter(trx: Knex, { transporterId, transMode }: Lr): Promise<Fault[]> {
  const chosen = await trx('transporter').where('id', transporterId).first('name', 'transModes', 'isActive')
  const modes: string[] = chosen ? JSON.parse(chosen.transModes) : []
  if (chosen?.isActive && modes.includes(transMode)) return []
  const message = chosen?.isActive
    ? `Transporter ${chosen.name} does not carry ${transMode}: choose another, or another mode`
    : 'Transporter must be an active one: choose another'
  return [{ field: 'transporterId', code: 'TRANS_MODE', message }]
}

/** The orders of the goods on an LR, by their freight terms. */
const ordered = async (trx: Knex, { id }: Lr): Promise<Pick<Lr, 'freightTerms'>[]> =>
  trx('order')
    .whereIn('id', await ordersOnLr(trx, id))
    .select('freightTerms')

/** An invoice that goes in parts has no more packages on all its LRs than it has. */
async function faultsOfParts(trx: Knex, { after, stored }: Corrected): Promise<Fault[]> {
  const others: { invoiceId: number; packages: number; invoiceNo: string; inAll: number }[] = await trx(
    'lr_line as line',
  )
    .join('lr', 'lr.id', 'line.lrId')
    .join('invoice', 'invoice.id', 'line.invoiceId')
    .whereIn(
      'line.invoiceId',
      stored.flatMap(({ invoiceId }) => invoiceId ?? []),
    )
    .whereNot('line.lrId', after.id)
    .whereNot('lr.deliveryStatus', 'CANCELLED')
    .whereNot('line.outcome', 'SENT_AGAIN')
    .whereNotNull('invoice.packages')
    .select('line.invoiceId', 'line.packages', 'invoice.invoiceNo', 'invoice.packages as inAll')
  const packages = packagesOfLines(after.packages, stored)
  return [...Map.groupBy(others, ({ invoiceId }) => invoiceId)].flatMap(([invoiceId, parts]): Fault[] => {
    const sent = sum(parts.map(part => Number(part.packages)))
    const own = sum(stored.map((line, place) => (line.invoiceId === invoiceId ? packages[place]! : 0)))
    const { invoiceNo, inAll } = parts[0]!
    if (sent + own <= inAll) return []
    const message = `Packages make ${own} of invoice ${invoiceNo}, which has ${inAll}, and ${sent} are on other LRs: at most ${Math.max(0, inAll - sent)} of it can be on this one`
    return [{ field: 'packages', code: 'RANGE', message }]
  })
}

const goodsOf = (trx: Knex, lrId: number): Promise<{ productId: number }[]> =>
  trx('lr_line_item')
    .join('sap_delivery_line', 'sap_delivery_line.id', 'lr_line_item.deliveryLineId')
    .where('lr_line_item.lrId', lrId)
    .select('sap_delivery_line.productId')
