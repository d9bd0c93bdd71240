import { shipTo } from '../resources/access-control/ship-to.ts'
import { lastOfMonth } from './demo-days.ts'
import { gstinOf } from './registrations.ts'
import type { Seed, SeedWriter } from './seed-writer.ts'

/** A PESO licence for storing petroleum at an address. */
const peso = (pesoLicenceNo: string, pesoClass: 'A' | 'AB' | 'ABC', litres: number): Seed<typeof shipTo> => ({
  pesoLicenceNo,
  pesoClass,
  pesoCapacityLitres: litres * 10,
  pesoValidTo: lastOfMonth(49),
})

type Address = readonly [
  code: string,
  name: string,
  state: string,
  city: string,
  pincode: string,
  address: string,
  more?: Seed<typeof shipTo>,
]

/** Delivery addresses by customer and their PAN; the first of each is the usual one. */
// biome-ignore format: a table, one row a line
const addresses: readonly (readonly [customer: string, pan: string | null, places: readonly Address[]])[] = [
  ['100101', 'ZZACS1101A', [
    ['200101', 'Sahyadri Biologics, Hinjawadi', '27', 'Pune', '411057', 'Plot 7, MIDC Hinjawadi Phase 2', { contactPerson: 'Sneha Joshi', mobile: '9000060101', deliveryWindow: '09:00-17:00' }],
    ['200102', 'Sahyadri Biologics, Verna', '30', 'Verna', '403722', 'L-34, Verna Industrial Estate', peso('P/WC/GA/15/0220 (P300041)', 'A', 2_000)],
  ]],
  ['100102', 'ZZACK1102B', [
    ['200103', 'Konkan Diagnostics, Lower Parel', '27', 'Mumbai', '400013', '3rd floor, Sun Mill Compound', { deliveryWindow: '10:00-13:00' }],
    ['200104', 'Konkan Diagnostics, Navi Mumbai', '27', 'Navi Mumbai', '400705', 'R-512, TTC Industrial Area, Rabale'],
  ]],
  ['100103', 'ZZACG1103C', [
    ['200105', 'Girnar Pharmachem, Ankleshwar', '24', 'Ankleshwar', '393002', 'Plot 3201, GIDC Industrial Estate', peso('P/WC/GJ/15/3817 (P240392)', 'AB', 40_000)],
    ['200106', 'Girnar Pharmachem, Dahej', '24', 'Dahej', '392130', 'D-2/CH-14, GIDC Dahej', peso('P/WC/GJ/15/3902 (P240415)', 'ABC', 90_000)],
  ]],
  ['100104', 'ZZATD1104D', [
    ['200107', 'Deccan Institute, central stores', '36', 'Hyderabad', '500007', 'Uppal Road, Habsiguda', { deliveryWindow: '10:00-16:00' }],
    ['200108', 'Deccan Institute, field station', '37', 'Vijayawada', '520010', 'Bandar Road, Patamata'],
  ]],
  ['100105', 'ZZALA1105E', [
    ['200109', 'Laxmangarh pumping station', '08', 'Jaipur', '302002', 'Amber Road'],
    ['200110', 'Fateh Sagar treatment plant', '08', 'Udaipur', '313001', 'Fateh Sagar Road'],
  ]],
  ['100106', 'ZZACN1106F', [
    ['200111', 'Nilgiri Formulations, Duvvada', '37', 'Visakhapatnam', '530049', 'Unit 12, Pharma SEZ', peso('P/SC/AP/15/1408 (P370122)', 'A', 10_000)],
    ['200112', 'Nilgiri Formulations, warehouse 2', '37', 'Visakhapatnam', '530049', 'Unit 19, Pharma SEZ'],
  ]],
  ['100107', null, [
    ['200113', 'Shri Vidya College, chemistry stores', '27', 'Nashik', '422005', 'Gangapur Road'],
    ['200114', 'Shri Vidya College, hostel campus', '27', 'Nashik', '422101', 'Nashik Road'],
  ]],
  ['100108', 'ZZATB1108G', [
    ['200115', 'Brahmaputra Tea Research, Khanapara', '18', 'Guwahati', '781022', 'GS Road'],
    ['200116', 'Brahmaputra Tea Research, Gangtok', '11', 'Gangtok', '737101', 'Tadong'],
  ]],
  ['100109', 'ZZACH1109H', [
    ['200117', 'Hooghly Coatings, Taratala', '19', 'Kolkata', '700088', '42, Taratala Road', peso('P/EC/WB/15/0733 (P190088)', 'AB', 25_000)],
    ['200118', 'Hooghly Coatings, Haldia', '19', 'Haldia', '721602', 'Plot 4, Durgachak'],
  ]],
  ['100110', 'ZZACY1110J', [
    ['200119', 'Yamuna Remedies, Jharmajri', '02', 'Baddi', '174103', 'Plot 88, EPIP Phase 1'],
    ['200120', 'Yamuna Remedies, Mohali', '03', 'Mohali', '160055', 'E-31, Industrial Area Phase 8'],
  ]],
  ['100201', 'ZZAFV1201K', [
    ['200121', 'Vindhya Scientific, Indore', '23', 'Indore', '452015', '14, Sanwer Road Industrial Area', { contactPerson: 'Manish Agrawal', mobile: '9000060121' }],
    ['200122', 'Vindhya Scientific, Bhopal', '23', 'Bhopal', '462023', '21, Govindpura Industrial Area'],
  ]],
  ['100202', 'ZZACC1202L', [
    ['200123', 'Coromandel Lab Supplies, Guindy', '33', 'Chennai', '600032', '7, Guindy Industrial Estate'],
    ['200124', 'Coromandel Lab Supplies, Coimbatore', '33', 'Coimbatore', '641021', '118, SIDCO Kurichi'],
  ]],
]

export const writeShipTos = ({ write }: SeedWriter) =>
  write(
    shipTo,
    addresses.flatMap(([customer, pan, places]) =>
      places.map(([code, name, state, city, pincode, address, more], place) => ({
        customer,
        code,
        name,
        state,
        city,
        pincode,
        address,
        gstin: pan && gstinOf(state, pan),
        isDefault: place === 0,
        ...more,
      })),
    ),
  )
