import { toSapAmount } from '../../sap/http/odata.ts'
import { type Address, type CompanyCustomer, type CompanyPlant, type Entity, forever, type ShipTo } from './company.ts'

type Area = { salesOrganization: string; creditSegment: string; at: string }

/** A customer as SAP stores one: business partner, customer, sales areas with partner functions, credit account, ship-tos. */
export function customerEntities(customer: CompanyCustomer, area: Area): Entity[] {
  return [
    ...partnerEntities(customer, area.at),
    ['A_Customer', customerRow(customer, area.at)],
    ...customer.divisions.flatMap(division => salesAreaEntities(customer, area.salesOrganization, division)),
    ...creditEntities(customer, area.creditSegment),
    ...customer.shipTos.flatMap(shipTo => shipToEntities(shipTo, area.at)),
  ]
}

/** A plant, and the customer that stands for it and has its address. */
export function plantEntities(plant: CompanyPlant, { salesOrganization, at }: Omit<Area, 'creditSegment'>): Entity[] {
  const code = `90${plant.code}`
  return [
    [
      'A_Plant',
      {
        Plant: plant.code,
        PlantName: plant.name.slice(0, 30),
        ValuationArea: plant.code,
        PlantCustomer: code,
        SalesOrganization: salesOrganization,
        Language: 'EN',
      },
    ],
    ...otherPartyEntities({ ...plant, code }, 'CUPL', at),
  ]
}

/** A ship-to is a customer of its own, without a sales area. */
const shipToEntities = (shipTo: ShipTo, at: string) => otherPartyEntities(shipTo, 'CUWE', at)

/** A customer that only receives goods, of an account group of its own. */
const otherPartyEntities = (party: Party, accountGroup: string, at: string): Entity[] => [
  ...partnerEntities(party, at),
  [
    'A_Customer',
    {
      Customer: party.code,
      CustomerName: party.name,
      CustomerFullName: party.name,
      CustomerAccountGroup: accountGroup,
      CreationDate: at.slice(0, 10),
    },
  ],
]

const customerRow = (customer: CompanyCustomer, at: string) => ({
  Customer: customer.code,
  CustomerName: customer.name,
  CustomerFullName: [customer.name, customer.name2].filter(Boolean).join(' '),
  CustomerAccountGroup: customer.accountGroup ?? 'Z001',
  CustomerClassification: customer.classification ?? '',
  OrderIsBlockedForCustomer: customer.block ?? '',
  DeletionIndicator: customer.deleted ?? false,
  CreationDate: at.slice(0, 10),
})

type Party = Address & { code: string; name: string; name2?: string | null }

/** A business partner with its address of the usage by which SAP finds the current one, and its GSTIN. */
function partnerEntities(party: Party, at: string): Entity[] {
  const { code, name, name2, gstin } = party
  return [
    [
      'A_BusinessPartner',
      {
        BusinessPartner: code,
        Customer: code,
        BusinessPartnerCategory: '2',
        BusinessPartnerName: name,
        BusinessPartnerFullName: [name, name2].filter(Boolean).join(' '),
        OrganizationBPName1: name.slice(0, 40),
        OrganizationBPName2: (name2 ?? name.slice(40)).slice(0, 40),
        CreationDate: at.slice(0, 10),
        CreationTime: at.slice(11, 19),
        LastChangeDate: at.slice(0, 10),
        LastChangeTime: at.slice(11, 19),
      },
    ],
    ...addressEntities(party, at),
    ...(gstin
      ? [['A_BusinessPartnerTaxNumber', { BusinessPartner: code, BPTaxType: 'IN3', BPTaxNumber: gstin }] as const]
      : []),
  ]
}

function addressEntities({ code, street, city, pincode, region, email, mobile }: Party, at: string): Entity[] {
  const AddressID = code
  const validity = {
    ValidityStartDate: `${at.slice(0, 10)}T00:00:00.000Z`,
    ValidityEndDate: `${forever}T23:59:59.000Z`,
  }
  return [
    [
      'A_BusinessPartnerAddress',
      {
        BusinessPartner: code,
        AddressID,
        ...validity,
        StreetName: street.slice(0, 60),
        StreetSuffixName: street.slice(60, 100),
        AdditionalStreetSuffixName: street.slice(100, 140),
        CityName: city,
        PostalCode: pincode,
        Region: region,
        Country: 'IN',
        Language: 'EN',
      },
    ],
    [
      'A_BuPaAddressUsage',
      { BusinessPartner: code, AddressID, AddressUsage: 'XXDEFAULT', ...validity, StandardUsage: true },
    ],
    ...(email
      ? [
          [
            'A_AddressEmailAddress',
            { AddressID, Person: '', OrdinalNumber: '1', IsDefaultEmailAddress: true, EmailAddress: email },
          ] as const,
        ]
      : []),
    // Type 3 is SAP's standard mobile number, 1 the standard telephone.
    ...(mobile
      ? [
          [
            'A_AddressPhoneNumber',
            {
              AddressID,
              Person: '',
              OrdinalNumber: '1',
              DestinationLocationCountry: 'IN',
              IsDefaultPhoneNumber: true,
              PhoneNumber: mobile,
              InternationalPhoneNumber: `+91${mobile}`,
              PhoneNumberType: '3',
            },
          ] as const,
        ]
      : []),
  ]
}

function salesAreaEntities(customer: CompanyCustomer, SalesOrganization: string, Division: string): Entity[] {
  const area = { Customer: customer.code, SalesOrganization, DistributionChannel: customer.channel, Division }
  const partners: [role: string, code: string, isDefault: boolean][] = [
    ['SP', customer.code, true],
    ['BP', customer.code, true],
    ['PY', customer.code, true],
    ...customer.shipTos.map(({ code, isDefault = false }): [string, string, boolean] => ['SH', code, isDefault]),
  ]
  return [
    [
      'A_CustomerSalesArea',
      {
        ...area,
        Currency: 'INR',
        CustomerPaymentTerms: customer.terms,
        OrderIsBlockedForCustomer: customer.areaBlock ?? '',
        ShippingCondition: '01',
      },
    ],
    ...partners.map(
      ([PartnerFunction, code, DefaultPartner], place): Entity => [
        'A_CustSalesPartnerFunc',
        {
          ...area,
          PartnerCounter: `${PartnerFunction === 'SH' ? place - 2 : 0}`.padStart(3, '0'),
          PartnerFunction,
          BPCustomerNumber: code,
          DefaultPartner,
        },
      ],
    ),
  ]
}

function creditEntities(
  { code, creditLimit, creditValidTo, creditBlocked }: CompanyCustomer,
  segment: string,
): Entity[] {
  if (creditLimit === null) return []
  return [
    ['CreditMgmtBusinessPartner', { BusinessPartner: code, CreditRiskClass: 'A', CreditCheckRule: '01' }],
    [
      'CreditManagementAccount',
      {
        BusinessPartner: code,
        CreditSegment: segment,
        CreditLimitAmount: toSapAmount(creditLimit),
        CreditLimitIsZero: creditLimit === 0,
        CreditLimitValidityEndDate: creditValidTo ?? forever,
        CreditAccountIsBlocked: creditBlocked ?? false,
        CreditAccountBlockReason: creditBlocked ? '01' : '',
        CreditSegmentCurrency: 'INR',
      },
    ],
  ]
}
