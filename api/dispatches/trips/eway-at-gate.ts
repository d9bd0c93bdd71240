import type { Knex } from 'knex'
import { ewayVehicle } from '../../../resources/dispatches/eway-vehicle.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import { accountOfPlant } from '../eway/account-of-plant.ts'
import { billsOfLrs } from '../eway/bills-of-lr.ts'
import type { Aboard } from './aboard.ts'

const plate = (written: string | null) => written && (ewayVehicle(written) ?? written)

/**
 * Why goods may not leave on this vehicle by their e-way bills, as a sentence with its exit: one names another vehicle, or
 * none. Undefined where all name it.
 */
export async function billsNamingAnother(
  trx: Knex,
  { plantId, vehicleNo }: Trip,
  on: readonly Aboard[],
): Promise<string | undefined> {
  const bills = await billsOfLrs(
    trx,
    on.map(one => one.lr.id),
  )
  const account = await accountOfPlant(trx, plantId)
  for (const { ewayBillNo, vehicleNo: named, lrId, status } of bills) {
    if (status !== 'ACTIVE' && status !== 'PART_A') continue
    const of = on.find(one => one.lr.id === lrId)!.lr
    // What somebody typed by hand on the portal is said on the LR.
    if (plate(named) === plate(vehicleNo) || plate(of.partBVehicleNo) === plate(vehicleNo)) continue
    const names = named ?? of.partBVehicleNo
    const exit = account
      ? 'wait for the portal, or enter the vehicle on the page of the bill'
      : `enter it on the portal, then press “Record Part B” on LR ${of.lrNo}`
    return `E-way bill ${ewayBillNo} of LR ${of.lrNo} names ${names === null ? 'no vehicle' : `vehicle ${names}`}, not ${vehicleNo}: ${exit}`
  }
  return undefined
}
