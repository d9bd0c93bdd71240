import type { Knex } from 'knex'
import type { VehicleReason } from '../../../resources/dispatches/eway/kinds.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import type { Deed } from '../../derive/process/attach.ts'
import { invalidField } from '../../platform/errors.ts'
import { tellNewVehicle } from '../eway/new-vehicle.ts'
import { aboard } from './aboard.ts'
import { momentSaid, noteOnTrip } from './note.ts'
import { reportOnTrip } from './report-on-trip.ts'

interface NewVehicleOfTrip {
  vehicleNo: string
  driverName: string
  driverMobile: string
  driverLicence: string | null
  place: string
  stateId: number
  pincode: string | null
  at: string | null
  reasonCode: VehicleReason
  remark: string
}

/**
 * Moves all LRs aboard to another vehicle: the portal is told once for all of them, then each LR has an event with vehicle,
 * driver and place. Returns what the trip then says.
 */
export async function moveToVehicle(trx: Knex, { row, said, author }: Deed<Trip>): Promise<Partial<Trip>> {
  const { place, stateId, pincode, reasonCode, remark, at: saidAt, ...vehicle } = said as NewVehicleOfTrip
  if (vehicle.vehicleNo === row.vehicleNo)
    throw invalidField('vehicleNo', 'RANGE', `New vehicle must be another than ${row.vehicleNo}`)
  const at = momentSaid(saidAt, row.gateOutAt, 'When')
  const on = await aboard(trx, row.id)
  const moved = { lrIds: on.map(one => one.lr.id), vehicleNo: vehicle.vehicleNo, at }
  await tellNewVehicle(trx, {
    ...moved,
    ...{ place, stateId, pincode, reasonCode, remark },
    requestKey: `trip-${row.id}-${row.rowVersion}`,
  })
  for (const { lr: of } of on) {
    const { vehicleNo, driverName, driverMobile } = vehicle
    // Goods that were out for delivery are back at a place on the way.
    const eventCode = of.deliveryStatus === 'OUT_FOR_DELIVERY' ? 'AT_HUB' : 'IN_TRANSIT'
    const event = { eventCode, location: place, remarks: remark } as const
    await reportOnTrip(trx, of, at, { ...event, vehicleNo, driverName, driverMobile }, author)
  }
  const where = { place, stateId, pincode, reasonCode, remark }
  await noteOnTrip(trx, { tripId: row.id, kind: 'VEHICLE', at, vehicleNo: vehicle.vehicleNo, ...where }, author)
  return vehicle
}
