import { employeeSigmaMap } from '../resources/shipment-tracking/employee-sigma-map.ts'
import { optOutEmail } from '../resources/shipment-tracking/opt-out-email.ts'
import { optOutSms } from '../resources/shipment-tracking/opt-out-sms.ts'
import { sigmaCustomers } from '../resources/shipment-tracking/sigma-customers.ts'
import { transporterMapping } from '../resources/shipment-tracking/transporter-mapping.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Transporters by lane: plant, state, city, mode, transporter, priority, rupees a kilogram, least freight in rupees. */
// biome-ignore format: a table, one row a line
const lanes = [
  ['1201', '27', null, 'SURFACE', 'KONARK', 1, 4.5, 350], ['1201', '27', null, 'SURFACE', 'NARMADA', 2, 4.8, 300],
  ['1201', '27', 'Pune', 'SURFACE', 'KONARK', 1, 3.2, 250], ['1201', '27', null, 'EXPRESS', 'DECCANX', 1, 11, 600],
  ['1201', '24', null, 'SURFACE', 'NARMADA', 1, 5.1, 400], ['1201', '23', null, 'SURFACE', 'NARMADA', 1, 6.2, 450],
  ['1201', '30', null, 'SURFACE', 'KONARK', 1, 6.8, 500], ['1202', '06', null, 'SURFACE', 'PUNJABG', 1, 3.9, 300],
  ['1202', '07', null, 'SURFACE', 'PUNJABG', 1, 3.4, 250], ['1202', '09', null, 'SURFACE', 'PUNJABG', 1, 4.7, 350],
  ['1202', '07', null, 'AIR', 'VAYUAIR', 1, 38, 1500], ['1203', '29', null, 'SURFACE', 'DECCANX', 1, 4.4, 350],
  ['1203', '33', null, 'SURFACE', 'DECCANX', 1, 4.9, 400], ['1203', '36', null, 'EXPRESS', 'SWIFTDK', 1, 14, 700],
  ['1501', '19', null, 'SURFACE', 'HOOGHLY', 1, 3.6, 300], ['1501', '18', null, 'SURFACE', 'HOOGHLY', 1, 8.9, 800],
] as const

/** Transporters of each lane, the sister business and who follows it, and opt-outs. */
export async function writeTracking({ write }: SeedWriter): Promise<void> {
  await write(
    transporterMapping,
    lanes.map(([plant, state, city, transMode, transporter, priority, ratePerKg, minFreight]) => ({
      plant,
      state,
      city,
      transMode,
      transporter,
      priority,
      ratePerKg: Math.round(ratePerKg * 100),
      minFreight: minFreight * 100,
    })),
  )
  await write(sigmaCustomers, [
    {
      code: 'SG0101',
      name: 'Sahyadri Biologics, sequencing lab',
      email: 'genomics@sahyadri-biologics.example',
      mobile: '9000062101',
      city: 'Pune',
      pincode: '411057',
      linkedCustomer: '100101',
    },
    {
      code: 'SG0102',
      name: 'Kaveri Agri Research',
      email: 'lab@kaveri-agri.example',
      city: 'Mysuru',
      pincode: '570016',
    },
    {
      code: 'SG0103',
      name: 'Himgiri Eye Hospital',
      email: 'stores@himgiri-eye.example',
      mobile: '9000062103',
      city: 'Dehradun',
      pincode: '248001',
      sendTrackingMail: false,
    },
  ])
  await write(employeeSigmaMap, [
    { employee: 'E1031', mapType: 'CUSTOMER', sigmaCustomer: 'SG0101' },
    { employee: 'E1013', mapType: 'PLANT', plantCode: 'S110' },
  ])
  await write(optOutEmail, [
    { address: 'accounts@hooghly-coatings.example', topic: 'MARKETING', reason: 'Asked by telephone on 3 November' },
    { address: 'lab@brahmaputra-tea.example', topic: 'SHIPMENT' },
  ])
  await write(optOutSms, [{ address: '9000050005', topic: 'ALL', reason: 'Shared number of the pumping station' }])
}
