import type { Knex } from 'knex'
import { fyOf, instantOf } from '../../../resources/define/dates.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { LrLine } from '../../../resources/dispatches/lr-line.ts'
import { expectedOn } from '../../masters/expected-on.ts'
import { now } from '../../platform/clock.ts'
import { claimOn } from '../events/claims.ts'
import { agreeFreight, isOnPricedTrip, sizesOf } from '../freight/agree-freight.ts'
import type { CorrectionInput } from './refuse-fixed.ts'

/** Where the goods of an LR go: the ship-to of the first invoice on it, else of its delivery. */
export async function shipToOf(trx: Knex, stored: readonly LrLine[]): Promise<number | null> {
  const invoiceIds = stored.flatMap(({ invoiceId }) => invoiceId ?? [])
  const billed = await trx('invoice').whereIn('id', invoiceIds).orderBy('id').first('shipToId')
  if (billed) return billed.shipToId
  const deliveryIds = stored.flatMap(({ deliveryId }) => deliveryId ?? [])
  const free = await trx('sap_delivery').whereIn('id', deliveryIds).orderBy('id').first('shipToId')
  return free?.shipToId ?? null
}

/**
 * What of an LR follows from the fields that are corrected: the financial year of its number, its promise, the end of a
 * claim, when Part B was entered by rule, and what is agreed with its transporter on its day.
 */
export async function whatFollows(
  trx: Knex,
  before: Lr,
  fields: CorrectionInput['fields'],
  stored: readonly LrLine[],
): Promise<Partial<Lr>> {
  const after: Lr = { ...before, ...fields }
  const isOther = (...names: (keyof Lr)[]) => names.some(name => before[name] !== after[name])
  const onOtherDay = isOther('lrDate')
    ? { fy: fyOf(after.lrDate), ...claimOn(before, after.lrDate), ...partBOf(before, after) }
    : {}
  const isPaidByUs = after.freightTerms !== 'TO_PAY' && isOther('freightTerms')
  const ofTerms = isPaidByUs ? { termsReason: null } : {}
  const shipTo = await trx('ship_to')
    .where('id', (await shipToOf(trx, stored)) ?? 0)
    .first('stateId', 'cityId', 'pincode')
  if (after.plantId === null || !shipTo) return { ...onOtherDay, ...ofTerms }
  const way = { ...after, ...shipTo, plantId: after.plantId }
  const isCharged = isOther(
    ...(['transporterId', 'transMode', 'chargedWeightKg', 'actualWeightKg', 'lrDate', 'freightTerms'] as const),
    ...(['packages', 'declaredValue', 'isOda', 'isPickup', 'isDoorDelivery'] as const),
  )
  return {
    ...onOtherDay,
    ...ofTerms,
    ...(isOther('lrDate', 'transMode') && promiseOf(before, after, await expectedOn(trx, way, before.createdAt))),
    ...(isCharged &&
      !(await isOnPricedTrip(trx, before.id)) &&
      (await agreeFreight(trx, way, await sizesOf(trx, before.id)))),
  }
}

/** The day that would have been promised; a day that somebody entered since stays, from the day of the LR on. */
function promiseOf(before: Lr, after: Lr, promised: string): Partial<Lr> {
  const isEntered = after.expectedDeliveryDate !== (before.originalExpectedDate ?? before.expectedDeliveryDate)
  if (!isEntered) return { originalExpectedDate: promised, expectedDeliveryDate: promised }
  return after.expectedDeliveryDate < after.lrDate && before.expectedDeliveryDate === after.expectedDeliveryDate
    ? { originalExpectedDate: promised, expectedDeliveryDate: promised }
    : { originalExpectedDate: promised }
}

/** The evening of the LR stands for Part B of one that was entered late, so that it goes with its day. */
function partBOf(before: Lr, after: Lr): Partial<Lr> {
  if (before.partBAt !== after.partBAt || before.partBAt !== instantOf(before.lrDate, '18:00')) return {}
  const evening = instantOf(after.lrDate, '18:00')
  return { partBAt: evening < now() ? evening : now() }
}
