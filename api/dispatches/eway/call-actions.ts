import { distanceFault } from '../../../resources/dispatches/eway/distance.ts'
import { type EwayCall, ewayCall } from '../../../resources/dispatches/eway/eway-call.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, today } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { keepDistance, knownDistance } from './distances.ts'
import { wakeCaller } from './enqueue.ts'
import { factsOfLine } from './line-facts.ts'
import { byIrnRequest, faultsOfPartA, partARequest } from './part-a.ts'

/** Sends a call again that failed; one that makes an e-way bill says what the LR says now, and the distance that is given. */
export const sendCallAgain: ActionHandler = async (trx, { rows, values, author }) => {
  const [call] = rows as unknown as [EwayCall]
  const makes = call.action === 'GENEWAYBILL' || call.action === 'GENBYIRN'
  const typed = values.distanceKm as number | null
  if (!makes && typed !== null)
    throw invalidField('distanceKm', 'NOT_ALLOWED', 'Distance in km is sent only when an e-way bill is made')
  let payload = call.payload as object
  if (makes) {
    const facts = await factsOfLine(trx, call.lrLineId!)
    const ends = { fromPin: facts!.from.pincode ?? '', toPin: facts!.shipTo.pincode ?? '' }
    const known = await knownDistance(trx, ends.fromPin, ends.toPin)
    const given = typed ?? facts!.distanceKm ?? known?.km ?? null
    const portalKm = known?.source === 'PORTAL' ? known.km : null
    const faults = faultsOfPartA(facts!, { given, portalKm }, today())
    if (faults.length > 0) throw refused(faults)
    if (typed !== null && distanceFault(typed, { ...ends, portalKm }) === null)
      await keepDistance(trx, ends, { km: typed, source: 'TYPED' }, author)
    const settings = await readSettings(trx)
    payload =
      call.action === 'GENBYIRN'
        ? byIrnRequest(facts!, given ?? 0)
        : partARequest(facts!, given ?? 0, settings['eway.ship_to_gstin'])
  }
  await updateRow(
    trx,
    ewayCall,
    call,
    { status: 'READY', attempts: 0, nextAttemptAt: now(), payload: payload as never },
    author,
  )
  wakeCaller(trx)
  return undefined
}

/** Gives a call up that is not wanted any more. */
export const dropCall: ActionHandler = async (trx, { rows, author }) => {
  await updateRow(trx, ewayCall, rows[0] as unknown as EwayCall, { status: 'CANCELLED' }, author)
  return undefined
}
