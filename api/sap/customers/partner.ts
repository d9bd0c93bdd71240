import { normalise } from '../../../resources/define/formats.ts'
import { panOfGstin } from '../../../resources/define/official/gstin.ts'
import type { SapAdapter } from '../adapter.ts'
import type { EntityPage } from '../http/entity-pages.ts'
import { collectionRows, instantOfSap, odataLiteral, optionalText, requiredText, type SapRow } from '../http/odata.ts'
import { entitySet, identityOf } from '../identity/entity-sets.ts'
import { askedPart, keptCode } from '../identity/key-forms.ts'
import { isMarked } from '../identity/whose.ts'
import { pagesByKeys, rowsByKeys } from '../reading/by-keys.ts'

/** Where a business partner is: their usual address, as SAP writes it. */
export interface PartnerPlace {
  address: string
  city: string | null
  region: string | null
  country: string | null
  pincode: string | null
  email: string | null
  mobile: string | null
}

/** What customers and delivery addresses have in common in SAP. */
export interface Partner {
  code: string
  name: string
  name2: string | null
  /** Null where no address is the usual one today. */
  place: PartnerPlace | null
  gstin: string | null
  pan: string | null
  isDeleted: boolean
}

const addressParts = [
  'StreetPrefixName',
  'AdditionalStreetPrefixName',
  'StreetName',
  'HouseNumber',
  'StreetSuffixName',
  'AdditionalStreetSuffixName',
  'District',
] as const

/** Business partners that are customers, with their addresses and tax numbers. */
export const partners = entitySet('API_BUSINESS_PARTNER/A_BusinessPartner', {
  select: [
    'BusinessPartner',
    'Customer',
    'BusinessPartnerName',
    'OrganizationBPName2',
    'IsMarkedForArchiving',
    ...['Customer', 'CustomerName', 'DeletionIndicator'].map(name => `to_Customer/${name}`),
    ...['BPTaxType', 'BPTaxNumber', 'BPTaxLongNumber'].map(name => `to_BusinessPartnerTax/${name}`),
    ...['AddressID', ...addressParts, 'CityName', 'PostalCode', 'Region', 'Country'].map(
      name => `to_BusinessPartnerAddress/${name}`,
    ),
    ...['AddressUsage', 'ValidityStartDate', 'ValidityEndDate'].map(
      name => `to_BusinessPartnerAddress/to_AddressUsage/${name}`,
    ),
    ...['EmailAddress', 'IsDefaultEmailAddress'].map(name => `to_BusinessPartnerAddress/to_EmailAddress/${name}`),
    ...['PhoneNumber', 'IsDefaultPhoneNumber'].map(name => `to_BusinessPartnerAddress/to_MobilePhoneNumber/${name}`),
  ],
  expand: [
    'to_Customer',
    'to_BusinessPartnerTax',
    'to_BusinessPartnerAddress/to_AddressUsage',
    'to_BusinessPartnerAddress/to_EmailAddress',
    'to_BusinessPartnerAddress/to_MobilePhoneNumber',
  ],
})

/** The customer of a partner, by whose number it is asked for: that of the partner may be another. */
const customers = identityOf('API_BUSINESS_PARTNER/A_Customer')
const byCustomer = customers.key[0]!

/** Reads business partners by their customer numbers. */
export const partnersByNumber = (sap: SapAdapter, codes: readonly string[]): AsyncGenerator<EntityPage> =>
  pagesByKeys(sap, partners, codes, { by: byCustomer })

const customerSet = entitySet(customers.path, { select: ['Customer'] })
const numbersOnly = entitySet(partners.path, { select: ['BusinessPartner', 'Customer'] })

/** Those of these customers that SAP has; whom a list lacks is asked for singly. */
export const customersAmong = (sap: SapAdapter, codes: readonly string[]) =>
  rowsByKeys(sap, numbersOnly, codes, { by: byCustomer, singly: customerSet })

/** The filter for the partner of one customer. */
export const ofCustomer = (code: string) => `Customer eq ${odataLiteral(askedPart(byCustomer, code, 0))}`

/** The usage of an address that SAP takes where no other is asked for. */
const USUAL = 'XXDEFAULT'
/** The types of tax numbers in the India localisation. */
const taxTypes = { gstin: 'IN3', pan: 'IN5' }

/** Reads what customers and delivery addresses have in common; `at` is the instant at which the address counts. */
export function readPartner(row: SapRow, at: string): Partner {
  const customer = customerOf(row)
  const address = collectionRows(row.to_BusinessPartnerAddress).find(one => isUsual(one, at))
  const name = (
    optionalText(customer.CustomerName) ?? requiredText(row.BusinessPartnerName, 'BusinessPartnerName')
  ).trim()
  const name2 = optionalText(row.OrganizationBPName2)
  const gstin = taxNumber(row, taxTypes.gstin)
  return {
    code: keptCode(requiredText(row.Customer, 'Customer')),
    name,
    name2: name2 !== null && name.includes(name2) ? null : name2,
    place: address ? placeOf(address) : null,
    gstin,
    pan: taxNumber(row, taxTypes.pan) ?? (gstin && panOfGstin(normalise('gstin', gstin))),
    isDeleted: isMarked(customer, customers.deleted) || isMarked(row, partners.identity.deleted),
  }
}

/** The customer of a business partner. Throws RangeError where SAP gave only a link to it. */
export function customerOf({ to_Customer }: SapRow): SapRow {
  const customer = to_Customer as SapRow | null | undefined
  if (!customer || customer.Customer === undefined) throw new RangeError('its customer data are missing')
  return customer
}

function isUsual(address: SapRow, at: string): boolean {
  return collectionRows(address.to_AddressUsage).some(
    ({ AddressUsage, ValidityStartDate, ValidityEndDate }) =>
      AddressUsage === USUAL &&
      (!ValidityStartDate || instantOfSap(ValidityStartDate) <= at) &&
      (!ValidityEndDate || instantOfSap(ValidityEndDate) >= at),
  )
}

function placeOf(row: SapRow): PartnerPlace {
  const [prefix, prefix2, street, house, ...rest] = addressParts.map(name => optionalText(row[name])?.trim() || null)
  const parts = [prefix, prefix2, [street, house].filter(Boolean).join(' ') || null, ...rest]
  return {
    address: parts.filter(part => part !== null).join(', '),
    city: optionalText(row.CityName)?.trim() ?? null,
    region: optionalText(row.Region),
    country: optionalText(row.Country),
    pincode: optionalText(row.PostalCode),
    email: usual(row.to_EmailAddress, 'IsDefaultEmailAddress', 'EmailAddress'),
    mobile: usual(row.to_MobilePhoneNumber, 'IsDefaultPhoneNumber', 'PhoneNumber'),
  }
}

/** The value of the row that is marked as usual, or of the first. */
function usual(collection: unknown, mark: string, name: string): string | null {
  const rows = collectionRows(collection)
  return optionalText((rows.find(row => row[mark] === true) ?? rows[0])?.[name])
}

function taxNumber({ to_BusinessPartnerTax }: SapRow, type: string): string | null {
  const row = collectionRows(to_BusinessPartnerTax).find(({ BPTaxType }) => BPTaxType === type)
  return optionalText(row?.BPTaxNumber) ?? optionalText(row?.BPTaxLongNumber)
}
