import { choice } from '../../define/fields.ts'

/** The vehicles that transporters offer, from small to large. */
export const vehicleTypes = [
  'PICKUP',
  'LCV_14FT',
  'LCV_17FT',
  'TRUCK_19FT',
  'TRUCK_22FT',
  'CONTAINER_32FT_SXL',
  'CONTAINER_32FT_MXL',
  'REEFER',
  'TANKER',
] as const
export type VehicleType = (typeof vehicleTypes)[number]

const words: Record<VehicleType, string> = {
  PICKUP: 'Pick-up, 1.5 t',
  LCV_14FT: 'LCV 14 ft, 4 t',
  LCV_17FT: 'LCV 17 ft, 5 t',
  TRUCK_19FT: 'Truck 19 ft, 7 t',
  TRUCK_22FT: 'Truck 22 ft, 10 t',
  CONTAINER_32FT_SXL: 'Container 32 ft single axle, 7 t',
  CONTAINER_32FT_MXL: 'Container 32 ft multi axle, 15 t',
  REEFER: 'Refrigerated vehicle',
  TANKER: 'Tanker',
}

/** The field of a type of vehicle. */
export const vehicleType = () => choice(vehicleTypes, { label: 'Type of vehicle', words: { staff: words, buyer: {} } })
