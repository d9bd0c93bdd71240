import type { Knex } from 'knex'
import { sapDate, toSapAmount } from '../../../api/sap/http/odata.ts'

type Wire = Record<string, unknown>

const results = (rows: Wire[]) => ({ results: rows })
/** A customer number as SAP stores it. */
export const padded = (code: string) => code.padStart(10, '0')

interface Address {
  street: string
  city: string
  region: string
  pincode: string
  email?: string | null
  mobile?: string | null
  country?: string
  usage?: string
  from?: string
  to?: string
}

/** An address of a business partner in SAP's wire form. */
export const wireAddress = (address: Address): Wire => ({
  AddressID: '1',
  StreetName: address.street,
  HouseNumber: '',
  CityName: address.city,
  PostalCode: address.pincode,
  Region: address.region,
  Country: address.country ?? 'IN',
  to_AddressUsage: results([
    {
      AddressUsage: address.usage ?? 'XXDEFAULT',
      ValidityStartDate: sapDate(address.from ?? '2020-01-01'),
      ValidityEndDate: sapDate(address.to ?? '9999-12-31'),
    },
  ]),
  to_EmailAddress: results(address.email ? [{ EmailAddress: address.email, IsDefaultEmailAddress: true }] : []),
  to_MobilePhoneNumber: results(address.mobile ? [{ PhoneNumber: address.mobile, IsDefaultPhoneNumber: true }] : []),
})

interface PartnerRow {
  code: string
  name: string
  addresses: Wire[]
  gstin?: string | null
  pan?: string | null
  customer?: Wire
  areas?: Wire[]
}

/** A business partner that is a customer, in SAP's wire form. */
export const wirePartner = ({ code, name, addresses, gstin, pan, customer, areas }: PartnerRow): Wire => ({
  BusinessPartner: padded(code),
  Customer: padded(code),
  BusinessPartnerName: name,
  OrganizationBPName2: '',
  IsMarkedForArchiving: false,
  to_BusinessPartnerAddress: results(addresses),
  to_BusinessPartnerTax: results([
    ...(gstin ? [{ BPTaxType: 'IN3', BPTaxNumber: gstin, BPTaxLongNumber: '' }] : []),
    ...(pan ? [{ BPTaxType: 'IN5', BPTaxNumber: pan, BPTaxLongNumber: '' }] : []),
  ]),
  to_Customer: {
    Customer: padded(code),
    CustomerName: name,
    CustomerAccountGroup: '',
    CustomerClassification: '',
    OrderIsBlockedForCustomer: '',
    DeletionIndicator: false,
    ...customer,
    to_CustomerSalesArea: results(areas ?? []),
  },
})

/** A sales area of a customer in SAP's wire form. */
export const wireArea = (more: Wire = {}): Wire => ({
  SalesOrganization: '1000',
  DistributionChannel: '10',
  Division: '10',
  CustomerPaymentTerms: 'N030',
  IncotermsClassification: '',
  OrderIsBlockedForCustomer: '',
  DeliveryIsBlockedForCustomer: '',
  DeletionIndicator: false,
  ...more,
})

/** A credit account in SAP's wire form; the limit in paise. */
export const wireCredit = (code: string, limit: number, more: Wire = {}): Wire => ({
  BusinessPartner: padded(code),
  CreditSegment: '0000',
  CreditLimitAmount: toSapAmount(limit),
  CreditLimitIsZero: limit === 0,
  CreditLimitValidityEndDate: null,
  CreditAccountIsBlocked: false,
  CreditSegmentCurrency: 'INR',
  ...more,
})

/** All customers and delivery addresses of the demo company as SAP would have them. */
export async function demoPartners(db: Knex) {
  const regions = new Map<number, string>()
  for (const { id, sapRegion } of await db('state').select('id', 'sapRegion'))
    regions.set(id, String(sapRegion ?? '').split(',')[0]!)
  const cities = new Map<number, string>()
  for (const { id, name } of await db('state_city').select('id', 'name')) cities.set(id, name)
  const addressOf = (row: Wire) =>
    wireAddress({
      street: row.address as string,
      city: cities.get(row.cityId as number)!,
      region: regions.get(row.stateId as number)!,
      pincode: row.pincode as string,
      ...(row.customerId === undefined && { email: row.email as string, mobile: row.mobile as string }),
    })
  const customers: Wire[] = await db('customer')
    .join('channel', 'channel.id', 'customer.channelId')
    .select('customer.*', 'channel.code as channel')
  const shipTos: Wire[] = await db('ship_to')
    .join('customer', 'customer.id', 'ship_to.customerId')
    .select('ship_to.*', 'customer.code as owner')
  const areaKeys = ['10', '20', '30'].map(Division => ({ SalesOrganization: '1000', Division }))
  return {
    'API_BUSINESS_PARTNER/A_BusinessPartner': [
      ...customers.map(row =>
        wirePartner({
          code: row.code as string,
          name: row.name as string,
          addresses: [addressOf(row)],
          gstin: row.gstin as string | null,
          pan: row.pan as string | null,
          customer: { OrderIsBlockedForCustomer: row.sapOrderBlock ?? '' },
          areas: areaKeys.map(key =>
            wireArea({ ...key, DistributionChannel: row.channel, CustomerPaymentTerms: row.paymentTermsCode }),
          ),
        }),
      ),
      ...shipTos.map(row =>
        wirePartner({
          code: row.code as string,
          name: row.name as string,
          addresses: [addressOf(row)],
          gstin: row.gstin as string | null,
        }),
      ),
    ],
    'API_CRDTMBUSINESSPARTNER/CreditManagementAccount': customers.map(row =>
      wireCredit(row.code as string, row.creditLimit as number),
    ),
    'API_BUSINESS_PARTNER/A_CustSalesPartnerFunc': shipTos.flatMap((row, index) =>
      areaKeys.map(key => ({
        Customer: padded(row.owner as string),
        ...key,
        DistributionChannel: customers.find(one => one.code === row.owner)!.channel,
        PartnerCounter: String(index).padStart(3, '0'),
        PartnerFunction: 'SH',
        BPCustomerNumber: padded(row.code as string),
        DefaultPartner: Boolean(row.isDefault),
      })),
    ),
  } satisfies Record<string, Wire[]>
}

/** The business partner of a customer number among those of SAP. */
export function partnerOf(rows: readonly Wire[], code: string) {
  const found = rows.find(row => row.Customer === padded(code))
  if (!found) throw new Error(`SAP has no customer ${code}`)
  return found as Wire & {
    to_Customer: Wire & { to_CustomerSalesArea: { results: Wire[] } }
    to_BusinessPartnerAddress: { results: Wire[] }
    to_BusinessPartnerTax: { results: Wire[] }
  }
}
