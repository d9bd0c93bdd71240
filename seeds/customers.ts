import { customer } from '../resources/access-control/customer.ts'
import { customerSalesArea } from '../resources/access-control/customer-sales-area.ts'
import { lastOfMonth } from './demo-days.ts'
import { gstinOf } from './registrations.ts'
import type { Seed, SeedWriter } from './seed-writer.ts'

type Customer = Seed<typeof customer>

const business: Customer = {
  customerType: 'END_CUSTOMER',
  gstRegistrationType: 'REGULAR',
  channel: '10',
  paymentTermsCode: 'N030',
  paymentTermsDays: 30,
}
const institution: Customer = {
  ...business,
  customerType: 'INSTITUTION',
  channel: '12',
  paymentTermsCode: 'N045',
  paymentTermsDays: 45,
}
const dealer: Customer = {
  ...business,
  customerType: 'DISTRIBUTOR',
  isDistributor: true,
  channel: '11',
  requiresAcceptance: false,
}

/** A registered customer: the GSTIN follows from state and PAN. PANs that begin with ZZ belong to nobody. */
const registered = (state: string, pan: string): Customer => ({ state, pan, gstin: gstinOf(state, pan) })

const licensed = (number: string, until: string): Customer => ({
  drugLicenceNo: `${number}-20B`,
  drugLicenceNo2: `${number}-21B`,
  drugLicenceValidTo: until,
})

// biome-ignore format: a table, one row a line
const customers: readonly Customer[] = [
  {
    ...business, ...registered('27', 'ZZACS1101A'), ...licensed('MH-PZ1-114720', lastOfMonth(52)),
    code: '100101', name: 'Sahyadri Biologics Pvt Ltd', channel: '11', creditLimit: 1_50_00_000_00, requiresAcceptance: false,
    address: 'Plot 7, MIDC Hinjawadi Phase 2', city: 'Pune', pincode: '411057', email: 'purchase@sahyadri-biologics.example', mobile: '9000050001',
  },
  {
    ...business, ...registered('27', 'ZZACK1102B'),
    code: '100102', name: 'Konkan Diagnostics and Research Ltd', channel: '11', creditLimit: 15_00_000_00, requiresAcceptance: false,
    address: '3rd floor, Sun Mill Compound, Lower Parel', city: 'Mumbai', pincode: '400013', email: 'stores@konkan-diagnostics.example', mobile: '9000050002',
  },
  {
    ...business, ...registered('24', 'ZZACG1103C'), ...licensed('GJ-BRC-20877', lastOfMonth(-8)),
    code: '100103', name: 'Girnar Pharmachem Ltd', creditLimit: 25_00_000_00, freightTerms: 'TO_PAY',
    address: 'Plot 3201, GIDC Industrial Estate', city: 'Ankleshwar', pincode: '393002', email: 'materials@girnar-pharmachem.example', mobile: '9000050003',
  },
  {
    ...institution, ...registered('36', 'ZZATD1104D'),
    code: '100104', name: 'Deccan Institute of Molecular Sciences', creditLimit: 5_00_000_00,
    address: 'Uppal Road, Habsiguda', city: 'Hyderabad', pincode: '500007', email: 'purchase@deccan-institute.example', mobile: '9000050004',
  },
  {
    ...institution, ...registered('08', 'ZZALA1105E'), gstRegistrationType: 'GOVT',
    code: '100105', name: 'Aravalli Municipal Water Works', creditLimit: 12_00_000_00, tcsTdsNote: 'Deducts GST TDS at 2 %',
    address: 'Laxmangarh Pumping Station, Amber Road', city: 'Jaipur', pincode: '302002', email: 'stores@aravalli-water.example', mobile: '9000050005',
  },
  {
    ...business, ...registered('37', 'ZZACN1106F'), ...licensed('AP-VSP-30215', lastOfMonth(67)),
    gstRegistrationType: 'SEZ', hasLut: true,
    code: '100106', name: 'Nilgiri Formulations Ltd, SEZ unit', creditLimit: 40_00_000_00, defaultTransMode: 'EXPRESS',
    address: 'Unit 12, Pharma SEZ, Duvvada', city: 'Visakhapatnam', pincode: '530049', email: 'scm@nilgiri-formulations.example', mobile: '9000050006',
  },
  {
    ...institution, gstRegistrationType: 'UNREGISTERED', paymentTermsCode: 'ADV', paymentTermsDays: 0,
    code: '100107', name: 'Shri Vidya College of Pharmacy', state: '27',
    address: 'Gangapur Road', city: 'Nashik', pincode: '422005', email: 'office@shri-vidya-pharmacy.example', mobile: '9000050007',
  },
  {
    ...institution, ...registered('18', 'ZZATB1108G'), sapOrderBlock: '01',
    code: '100108', name: 'Brahmaputra Tea Research Trust', creditLimit: 3_00_000_00,
    address: 'GS Road, Khanapara', city: 'Guwahati', pincode: '781022', email: 'lab@brahmaputra-tea.example', mobile: '9000050008',
  },
  {
    ...business, ...registered('19', 'ZZACH1109H'), freightTerms: 'BILLED',
    code: '100109', name: 'Hooghly Coatings and Resins Pvt Ltd', creditLimit: 25_000_00,
    address: '42, Taratala Road', city: 'Kolkata', pincode: '700088', email: 'accounts@hooghly-coatings.example', mobile: '9000050009',
  },
  {
    ...business, ...registered('02', 'ZZACY1110J'), ...licensed('HP-BDD-9016', lastOfMonth(46)),
    code: '100110', name: 'Yamuna Remedies Ltd', channel: '13', creditLimit: 18_00_000_00, requiresAcceptance: false,
    address: 'Plot 88, EPIP Phase 1, Jharmajri', city: 'Baddi', pincode: '174103', email: 'purchase@yamuna-remedies.example', mobile: '9000050010',
  },
  {
    ...dealer, ...registered('23', 'ZZAFV1201K'), ...licensed('MP-IND-55102', lastOfMonth(61)),
    code: '100201', name: 'Vindhya Scientific Traders', creditLimit: 50_00_000_00,
    address: '14, Sanwer Road Industrial Area', city: 'Indore', pincode: '452015', email: 'orders@vindhya-scientific.example', mobile: '9000050021',
  },
  {
    ...dealer, ...registered('33', 'ZZACC1202L'),
    code: '100202', name: 'Coromandel Lab Supplies Pvt Ltd', creditLimit: 30_00_000_00,
    address: '7, Guindy Industrial Estate', city: 'Chennai', pincode: '600032', email: 'orders@coromandel-lab.example', mobile: '9000050022',
  },
]

/** The divisions of the company's SBUs, in each of which its customers have a sales area. */
const DIVISIONS = ['10', '20', '30']

export async function writeCustomers({ write }: SeedWriter): Promise<void> {
  await write(customer, customers)
  await write(
    customerSalesArea,
    customers.flatMap(({ code, channel, paymentTermsCode, paymentTermsDays }) =>
      DIVISIONS.map(division => ({
        customer: code!,
        salesOrg: '1000',
        channel: channel!,
        division,
        paymentTermsCode: paymentTermsCode!,
        paymentTermsDays: paymentTermsDays!,
      })),
    ),
  )
}
