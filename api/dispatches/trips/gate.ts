import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { shareTripFreight } from '../../../resources/dispatches/freight/trip-freight.ts'
import { lr } from '../../../resources/dispatches/lr.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { invalidField } from '../../platform/errors.ts'
import { correctFacts, recountFacts } from '../events/follow-journey.ts'
import { refusal } from '../events/refusal.ts'
import { tellNewVehicle } from '../eway/new-vehicle.ts'
import { faultsAtGate } from '../hazards/faults-at-gate.ts'
import { type Aboard, aboard } from './aboard.ts'
import { billsNamingAnother } from './eway-at-gate.ts'
import { reportOnTrip } from './report-on-trip.ts'

/** Packages of an LR that are on the vehicle. */
const packagesOf = ({ on, lr }: Aboard): number => on.packages ?? lr.packages

/** Throws 422 without an LR, and where other packages are loaded than the LRs say and nobody says why. */
export function demandLoaded(row: Trip, on: readonly Aboard[], loaded: number, reason: string | null): void {
  if (on.length === 0) throw refusal(`Trip ${row.tripNo} has no LR: add one, or cancel the trip`)
  const expected = sum(on.map(packagesOf))
  if (loaded !== expected && reason === null)
    throw invalidField(
      'reason',
      'REQUIRED',
      `Packages loaded are ${loaded}, and the LRs have ${expected}: say why, or take off what is not loaded`,
    )
}

/** Where the goods leave from. */
const originOf = (trx: Knex, { plantId }: Trip) =>
  trx('plant')
    .join('state_city', 'state_city.id', 'plant.cityId')
    .where('plant.id', plantId)
    .first('state_city.name as place', 'plant.stateId', 'plant.pincode')

/**
 * Says on LRs that did not leave yet which vehicle takes them, and tells the portal once for all of them: its validity
 * begins with the vehicle, so that nobody tells it sooner.
 */
export async function tellVehicleLoaded(trx: Knex, row: Trip, on: readonly Aboard[], at: string, author: Author) {
  const { vehicleNo, driverName, driverMobile } = row
  const waiting = on.filter(one => one.lr.deliveryStatus === 'BOOKED')
  // The portal first: what an LR says of its vehicle tells it LR by LR.
  await tellNewVehicle(trx, {
    lrIds: on.map(one => one.lr.id),
    vehicleNo: vehicleNo!,
    ...(await originOf(trx, row)),
    at,
    reasonCode: 'OTHERS',
    remark: `Trip ${row.tripNo}`,
    requestKey: `trip-${row.id}-${row.rowVersion}`,
  })
  for (const { lr: of } of waiting) {
    await correctFacts(trx, of.id, { vehicleNo, driverName, driverMobile }, author)
    await recountFacts(trx, of.id, author)
  }
}

/**
 * Lets a loaded vehicle out: all its LRs are on their way, with vehicle, driver and seal. Throws 422 for an e-way bill that
 * names another vehicle and for whatever forbids the departure of its LRs. Returns what to know of hazardous goods.
 */
export async function leave(trx: Knex, row: Trip, author: Author): Promise<string | undefined> {
  const on = await aboard(trx, row.id)
  if (on.length === 0) throw refusal(`Trip ${row.tripNo} has no LR: press “Load again” and add one`)
  const wrong = await billsNamingAnother(trx, row, on)
  if (wrong) throw refusal(wrong)
  const { vehicleNo: plate, driverLicence, transporterId } = row
  const gate = { lrIds: on.map(one => one.lr.id), vehicleNo: plate, driverLicence, transporterId }
  const { refusals, warnings } = await faultsAtGate(trx, { ...gate, day: dayOf(row.gateOutAt!) })
  if (refusals[0] !== undefined) throw refusal(refusals[0])
  const { place } = await originOf(trx, row)
  for (const { lr: of } of on) {
    const { vehicleNo, driverName, driverMobile, sealNo } = row
    const event = { eventCode: 'IN_TRANSIT', location: place, remarks: `Trip ${row.tripNo}` } as const
    await reportOnTrip(trx, of, row.gateOutAt!, { ...event, vehicleNo, driverName, driverMobile, sealNo }, author)
  }
  await chargeLrs(trx, row, on, author)
  return warnings.length > 0 ? warnings.join('. ') : undefined
}

/** What the share of a trip replaces: the trip, and not a contract by weight, says what the LR costs. */
const byTrip = { freightContractId: null, agreedCharges: null, expectedOther: null, volumetricWeightKg: null } as const

/** Each LR should cost its share of what was agreed for the whole trip, by charged weight. */
async function chargeLrs(trx: Knex, { agreedFreight }: Trip, on: readonly Aboard[], author: Author): Promise<void> {
  if (agreedFreight === null) return
  const shares = shareTripFreight(
    agreedFreight,
    on.map(one => one.lr),
  )
  for (const [index, { lr: of }] of on.entries()) {
    const [now] = await rowsOf(trx, lr, rows => rows.where('id', of.id))
    if (now!.billStatus === 'UNBILLED')
      await updateRow(trx, lr, now!, { ...byTrip, expectedFreight: shares[index]! }, author)
  }
}
