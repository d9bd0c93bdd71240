import { plainCode } from '../../../resources/sap/codes.ts'
import { customerFile } from '../../../resources/uploads/sap/customer.ts'
import { plantFile } from '../../../resources/uploads/sap/plant.ts'
import { shipToFile } from '../../../resources/uploads/sap/ship-to.ts'
import { creditAccountSet } from '../customers/credit-accounts.ts'
import { customerPull } from '../customers/customer-pull.ts'
import { partners } from '../customers/partner.ts'
import { partnerFunctions, shipToPull } from '../customers/ship-to-pull.ts'
import { plantPull, plantSet } from '../goods/plant.ts'
import type { SapFields } from '../http/fields.ts'
import type { SapRow } from '../http/odata.ts'
import { below, nested, pick } from './nested.ts'
import { rowFile, type SapFile } from './sap-file.ts'

const customerKey = (row: SapRow) => plainCode(String(row.Customer))

const customer = rowFile(customerPull, customerFile, {
  keyOf: customerKey,
  sets: (rows, fields) => {
    const customers = nested(rows, customerKey, 'areas', areaOf)
    return {
      [partners.path]: customers.map(customerPartner),
      ...(rows.some(row => 'CreditLimitAmount' in row) && {
        [creditAccountSet.path]: customers
          .filter(row => row.CreditLimitAmount != null)
          .map(row => creditOf(row, fields)),
      }),
    }
  },
})

const areaOf = (row: SapRow): SapRow => ({
  ...pick(row, [
    'SalesOrganization',
    'DistributionChannel',
    'Division',
    'CustomerPaymentTerms',
    'IncotermsClassification',
  ]),
  OrderIsBlockedForCustomer: row.OrderIsBlocked_SalesArea ?? '',
  DeletionIndicator: row.DeletionIndicator_SalesArea ?? false,
})

const customerPartner = (row: SapRow): SapRow => ({
  ...partnerOf(row),
  to_Customer: {
    ...pick(row, [
      'Customer',
      'CustomerName',
      'CustomerAccountGroup',
      'CustomerClassification',
      'OrderIsBlockedForCustomer',
      'DeletionIndicator',
    ]),
    to_CustomerSalesArea: row.areas,
  },
})

/** A business partner at one usual address, as SAP's services nest it. */
const partnerOf = (row: SapRow): SapRow => ({
  BusinessPartner: row.Customer,
  Customer: row.Customer,
  BusinessPartnerName: row.CustomerName,
  OrganizationBPName2: row.OrganizationBPName2 ?? '',
  to_BusinessPartnerTax: below(
    ...['IN3', 'IN5'].flatMap(type => {
      const number = row[`BPTaxNumber_${type}`]
      return number ? [{ BPTaxType: type, BPTaxNumber: number }] : []
    }),
  ),
  to_BusinessPartnerAddress: below({
    ...pick(row, ['StreetName', 'CityName', 'PostalCode', 'Region']),
    Country: row.Country || 'IN',
    to_AddressUsage: below({ AddressUsage: 'XXDEFAULT' }),
    to_EmailAddress: below(...(row.EmailAddress ? [{ EmailAddress: row.EmailAddress }] : [])),
    to_MobilePhoneNumber: below(...(row.PhoneNumber ? [{ PhoneNumber: row.PhoneNumber }] : [])),
  }),
})

const creditOf = (row: SapRow, { creditSegment }: SapFields): SapRow => ({
  ...pick(row, ['CreditLimitAmount', 'CreditLimitIsZero', 'CreditLimitValidityEndDate', 'CreditAccountIsBlocked']),
  BusinessPartner: row.Customer,
  CreditSegment: creditSegment,
  CreditSegmentCurrency: 'INR',
})

const shipToKey = (row: SapRow) => `${customerKey(row)}/${plainCode(String(row.BPCustomerNumber))}`

const shipTo = rowFile(shipToPull, shipToFile, {
  keyOf: shipToKey,
  sets: rows => ({
    [partnerFunctions.path]: rows.map(row => ({
      ...row,
      PartnerFunction: 'SH',
      PartnerCounter: '0',
    })),
    [partners.path]: nested(
      rows.map(row => ({ ...row, Customer: row.BPCustomerNumber })),
      customerKey,
      'areas',
      row => row,
    ).map(standInPartner),
  }),
})

/** A business partner of which only the address matters. */
const standInPartner = (row: SapRow): SapRow => ({
  ...partnerOf(row),
  to_Customer: pick(row, ['Customer', 'CustomerName', 'DeletionIndicator']),
})

const plants = rowFile(plantPull, plantFile, {
  keyOf: row => String(row.Plant),
  sets: rows => ({
    [plantSet.path]: rows.map(row => ({ ...row, PlantCustomer: row.StreetName ? row.Plant : '' })),
    [partners.path]: rows
      .filter(({ StreetName }) => StreetName)
      .map(row => standInPartner({ ...row, Customer: row.Plant, CustomerName: row.PlantName })),
  }),
})

export const customerFiles: readonly SapFile[] = [customer, shipTo, plants]
