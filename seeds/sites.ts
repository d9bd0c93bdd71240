import { centralWarehouse } from '../resources/access-control/central-warehouse.ts'
import { cnf } from '../resources/access-control/cnf.ts'
import { cnfState } from '../resources/access-control/cnf-state.ts'
import { tollCenter } from '../resources/access-control/toll-center.ts'
import { pinDistance } from '../resources/masters/pin-distance.ts'
import { ewayAccount } from '../resources/settings/eway-account.ts'
import { plant } from '../resources/settings/plant.ts'
import { firstOfMonth, lastOfMonth } from './demo-days.ts'
import { gstinOf } from './registrations.ts'
import type { SeedWriter } from './seed-writer.ts'

const COMPANY = 'ZZACM1001A'

/** The company's plants: code, name, kind, GST state, city, PIN code, address, PESO licence. */
// biome-ignore format: a table, one row a line
const plants = [
  ['1001', 'Ankleshwar works', 'FACTORY', '24', 'Ankleshwar', '393002', 'Plot 614, GIDC Industrial Estate', 'P/WC/GJ/14/2301 (P240118)'],
  ['1002', 'Hyderabad pharma works', 'FACTORY', '36', 'Hyderabad', '500078', 'Plot 22, Genome Valley, Shamirpet', null],
  ['1201', 'Bhiwandi CnF', 'CNF', '27', 'Bhiwandi', '421302', 'Gala 11, Rahnal Warehousing Park, Anjur Phata', 'P/WC/MH/15/4410 (P270431)'],
  ['1202', 'Gurugram CnF', 'CNF', '06', 'Gurugram', '122413', 'Shed 4, Pataudi Road, Binola', 'P/NC/HR/15/1187 (P060212)'],
  ['1203', 'Bengaluru CnF', 'CNF', '29', 'Bengaluru', '560099', '48, Bommasandra Industrial Area, Phase 3', 'P/SC/KA/15/2090 (P290377)'],
  ['1301', 'Vapi toll unit', 'TOLL', '24', 'Vapi', '396195', 'Plot C1-208, GIDC Phase 1', null],
  ['1401', 'Nagpur central warehouse', 'CENTRAL_WAREHOUSE', '27', 'Nagpur', '441108', 'W-17, MIDC Butibori', 'P/WC/MH/15/4502 (P270498)'],
  ['1501', 'Kolkata depot', 'DEPOT', '19', 'Kolkata', '700157', 'Block C, Rajarhat Logistics Hub', 'P/EC/WB/15/0914 (P190105)'],
] as const

/** The carrying and forwarding agents with the states each serves. */
const cnfs = [
  {
    code: 'BHW',
    name: 'Sagar Logistics and Warehousing, Bhiwandi',
    plant: '1201',
    state: '27',
    pan: 'ZZAFS1201B',
    city: 'Bhiwandi',
    pincode: '421302',
    address: 'Gala 11, Rahnal Warehousing Park, Anjur Phata',
    contactPerson: 'Ganesh Pawar',
    mobile: '9000030001',
    email: 'bhiwandi@sagar-logistics.example',
    drugLicenceNo: 'MH-TZ4-20B-118204',
    pesoLicenceNo: 'P/WC/MH/15/4410 (P270431)',
    servesChannel13: true,
    serves: ['27', '24', '23', '26', '30'],
  },
  {
    code: 'GGN',
    name: 'Arora Storage and Distribution, Gurugram',
    plant: '1202',
    state: '06',
    pan: 'ZZACA1202C',
    city: 'Gurugram',
    pincode: '122413',
    address: 'Shed 4, Pataudi Road, Binola',
    contactPerson: 'Sandeep Yadav',
    mobile: '9000030002',
    email: 'gurugram@arora-storage.example',
    drugLicenceNo: 'HR-GGN-20B-44187',
    pesoLicenceNo: 'P/NC/HR/15/1187 (P060212)',
    servesChannel13: false,
    serves: ['06', '07', '03', '04', '02', '01', '38', '05', '08', '09'],
  },
  {
    code: 'BLR',
    name: 'Cauvery Forwarding Agency, Bengaluru',
    plant: '1203',
    state: '29',
    pan: 'ZZAFC1203D',
    city: 'Bengaluru',
    pincode: '560099',
    address: '48, Bommasandra Industrial Area, Phase 3',
    contactPerson: 'Murugan Selvam',
    mobile: '9000030003',
    email: 'bengaluru@cauvery-forwarding.example',
    drugLicenceNo: 'KA-B02-20B-210933',
    pesoLicenceNo: 'P/SC/KA/15/2090 (P290377)',
    servesChannel13: false,
    serves: ['29', '33', '32', '34', '36', '37', '31'],
  },
]

/** Which states each CnF serves, by its code. */
export const statesOfCnfs: readonly (readonly [cnf: string, state: string])[] = cnfs.flatMap(({ code, serves }) =>
  serves.map(state => [code, state] as const),
)

/** Distances that the company knows, and its account at the e-way portal in West Bengal. */
export async function writeEwayPortal({ write }: SeedWriter): Promise<void> {
  await write(pinDistance, [
    { fromPin: '421302', toPin: '452001', km: 585 },
    { fromPin: '700157', toPin: '781001', km: 1005 },
  ])
  await write(ewayAccount, [{ code: 'WB', gstin: gstinOf('19', COMPANY), transport: 'NIC_ENCRYPTED' }])
}

export const writePlants = ({ write }: SeedWriter) =>
  write(
    plant,
    plants.map(([code, name, plantType, state, city, pincode, address, pesoLicenceNo]) => ({
      code,
      name,
      plantType,
      state,
      city,
      pincode,
      address,
      gstin: gstinOf(state, COMPANY),
      pesoLicenceNo,
      pesoValidTo: pesoLicenceNo ? lastOfMonth(61) : null,
      dispatchEmail: `plant${code}@meridian-labs.example`,
      sapShippingPoint: code,
    })),
  )

export async function writeSites({ write }: SeedWriter): Promise<void> {
  await write(centralWarehouse, [
    {
      code: 'CWNAG',
      name: 'Nagpur central warehouse',
      plant: '1401',
      gstin: gstinOf('27', COMPANY),
      contactPerson: 'Vilas Meshram',
      mobile: '9000030010',
      email: 'cw.nagpur@meridian-labs.example',
      city: 'Nagpur',
    },
  ])
  await write(tollCenter, [
    {
      code: 'TCVAP',
      name: 'Damanganga Chemicals, Vapi toll unit',
      plant: '1301',
      gstin: gstinOf('24', 'ZZAFD1301E'),
      pan: 'ZZAFD1301E',
      agreementFrom: firstOfMonth(-19),
      agreementTo: lastOfMonth(40),
      contactPerson: 'Hitesh Desai',
      mobile: '9000030011',
      email: 'dispatch@damanganga-chemicals.example',
      city: 'Vapi',
    },
  ])
  await write(
    cnf,
    cnfs.map(({ serves, state, ...agent }) => ({
      ...agent,
      gstin: gstinOf(state, agent.pan),
      centralWarehouse: 'CWNAG',
      agreementFrom: firstOfMonth(-31),
      agreementTo: lastOfMonth(88),
      drugLicenceValidTo: lastOfMonth(64),
      pesoValidTo: lastOfMonth(61),
    })),
  )
  await write(
    cnfState,
    statesOfCnfs.map(([cnf, state]) => ({ cnf, state })),
  )
}
