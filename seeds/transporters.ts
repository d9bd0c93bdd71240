import { transporter } from '../resources/masters/transporter.ts'
import { transporterDriver } from '../resources/masters/transporter-driver.ts'
import { transporterVehicle } from '../resources/masters/transporter-vehicle.ts'
import { gstinOf } from './registrations.ts'
import type { SeedWriter } from './seed-writer.ts'

/** Transporters; names, registrations and accounts are invented. */
// biome-ignore format: a table, one row a line
const transporterRows = [
  { code: 'KONARK', name: 'Konark Roadlines', pan: 'ZZAFK2001A', state: '27', city: 'Bhiwandi', pincode: '421302', address: 'Shop 8, Transport Nagar, Mankoli', gtaTaxMode: 'RCM', modes: ['SURFACE'], person: 'Harpreet Gill' },
  { code: 'NARMADA', name: 'Narmada Freight Transporters Pvt Ltd', pan: 'ZZACN2002B', state: '24', city: 'Vapi', pincode: '396195', address: '31, Chemical Zone Road, GIDC', gtaTaxMode: 'FORWARD_5', modes: ['SURFACE', 'RAIL'], person: 'Bhavesh Patel' },
  { code: 'DECCANX', name: 'Deccan Xpress Cargo Ltd', pan: 'ZZACD2003C', state: '36', city: 'Hyderabad', pincode: '500037', address: '5-9-120, Kukatpally Industrial Area', gtaTaxMode: 'FORWARD_18', modes: ['EXPRESS', 'SURFACE'], person: 'Srinivas Reddy', track: 'https://track.deccan-xpress.example/lr/{lr_no}' },
  { code: 'VAYUAIR', name: 'Vayu Air Logistics Pvt Ltd', pan: 'ZZACV2004D', state: '07', city: 'New Delhi', pincode: '110037', address: 'Cargo Terminal Road, Mahipalpur', gtaTaxMode: 'FORWARD_18', modes: ['AIR', 'EXPRESS'], person: 'Neha Arora', track: 'https://vayu-air.example/awb?no={lr_no}' },
  { code: 'SWIFTDK', name: 'SwiftDak Couriers LLP', pan: 'ZZAFS2005E', state: '29', city: 'Bengaluru', pincode: '560058', address: '112, Peenya 2nd Stage', gtaTaxMode: 'NOT_GTA', modes: ['COURIER', 'EXPRESS'], person: 'Kiran Gowda', track: 'https://swiftdak.example/t/{lr_no}' },
  { code: 'HOOGHLY', name: 'Hooghly Carrying Corporation', pan: 'ZZAFH2006F', state: '19', city: 'Kolkata', pincode: '700007', address: '14, Burrabazar Strand Road', gtaTaxMode: 'RCM', modes: ['SURFACE', 'RAIL'], person: 'Subir Das' },
  { code: 'PUNJABG', name: 'Punjab Golden Transport Co', pan: 'ZZAFP2007G', state: '06', city: 'Gurugram', pincode: '122001', address: '77, Khandsa Road Transport Centre', gtaTaxMode: 'RCM', modes: ['SURFACE'], person: 'Gurdeep Sandhu' },
] as const

export async function writeTransporters({ write }: SeedWriter): Promise<void> {
  await write(
    transporter,
    transporterRows.map(({ modes, person, pan, state, code, ...row }, place) => ({
      code,
      name: row.name,
      pan,
      state,
      city: row.city,
      pincode: row.pincode,
      address: row.address,
      gtaTaxMode: row.gtaTaxMode,
      gstin: gstinOf(state, pan),
      transporterEwayId: gstinOf(state, pan),
      sapVendorCode: String(400_011 + place),
      transModes: [...modes],
      carriesHazard: code !== 'SWIFTDK',
      contactPerson: person,
      mobile: `90000400${String(place + 11)}`,
      email: `bookings@${code.toLowerCase()}.example`,
      trackingUrlTemplate: 'track' in row ? row.track : null,
      isLoginActive: code === 'KONARK',
    })),
  )
  await write(transporterVehicle, [
    { vehicleNo: 'MH04KX2211', transporter: 'KONARK', ...validTill('2027-09-30') },
    { vehicleNo: 'MH04KX2212', transporter: 'KONARK', ...validTill('2027-06-30') },
    { vehicleNo: 'HR55PG7001', transporter: 'PUNJABG', ...validTill('2027-12-31') },
  ])
  await write(transporterDriver, [
    {
      licenceNo: 'MH0420110012345',
      name: 'Ramesh Yadav',
      mobile: '9000050011',
      transporter: 'KONARK',
      hazardTill: '2027-08-31',
    },
    {
      licenceNo: 'MH0420140067890',
      name: 'Suresh Patil',
      mobile: '9000050012',
      transporter: 'KONARK',
      hazardTill: null,
    },
    {
      licenceNo: 'HR5520120033333',
      name: 'Baljeet Singh',
      mobile: '9000050013',
      transporter: 'PUNJABG',
      hazardTill: '2027-05-31',
    },
  ])
}

/** All papers of a vehicle until one day. */
const validTill = (day: string) => ({ fitnessTill: day, permitTill: day, insuranceTill: day, pucTill: day })
