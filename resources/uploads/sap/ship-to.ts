import { mark, sapNumber, sapSheet, words } from './sap-sheet.ts'

/** Delivery addresses: a row is a ship-to of a customer in a sales area. */
export const shipToFile = sapSheet({
  object: 'SHIP_TO',
  purpose: 'Delivery addresses of customers: a row is a ship-to in a sales area of a customer.',
  columns: {
    Customer: sapNumber({ required: true, hint: 'The sold-to' }),
    SalesOrganization: words({ max: 4, required: true }),
    DistributionChannel: words({ max: 2, required: true }),
    Division: words({ max: 2, required: true }),
    BPCustomerNumber: sapNumber({ required: true, hint: 'The ship-to' }),
    DefaultPartner: mark(),
    CustomerName: words({ max: 100, required: true }),
    OrganizationBPName2: words({ max: 40 }),
    DeletionIndicator: mark(),
    StreetName: words({ max: 255, required: true }),
    CityName: words({ max: 40 }),
    PostalCode: words({ max: 10 }),
    Region: words({ max: 3, required: true }),
    Country: words({ max: 3 }),
    EmailAddress: words({ max: 241 }),
    PhoneNumber: words({ max: 30, hint: 'The mobile number' }),
    BPTaxNumber_IN3: words({ max: 20, hint: 'GSTIN' }),
  },
  key: ['Customer', 'SalesOrganization', 'DistributionChannel', 'Division', 'BPCustomerNumber'],
  together: ['Customer', 'BPCustomerNumber'],
})
