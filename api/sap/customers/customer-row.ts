import { type Customer, customer } from '../../../resources/access-control/customer.ts'
import type { RegistrationType } from '../../../resources/access-control/gst-registration.ts'
import { registrationBy, registrationProblem } from '../../../resources/access-control/gstin-holders.ts'
import { type Format, formatProblem, normalise } from '../../../resources/define/formats.ts'
import type { SapFields } from '../http/fields.ts'
import { SapRowError } from '../reading/pull.ts'
import type { CreditAccount } from './credit-accounts.ts'
import { creditColumns } from './credit-accounts.ts'
import type { Partner } from './partner.ts'
import type { FindPlace } from './places.ts'

export type OurArea = AreaItem & { channelId: number }

/** What SAP says of a customer whatever else is wrong with them: it decides whether they may order. */
export const urgentColumns = ({
  orderBlock,
  deliveryBlock,
  billingBlock,
  isDeleted,
  credit,
}: CustomerItem): Partial<Customer> => ({
  sapOrderBlock: orderBlock,
  ...(deliveryBlock !== undefined && { sapDeliveryBlock: deliveryBlock }),
  ...(billingBlock !== undefined && { sapBillingBlock: billingBlock }),
  sapDeleted: isDeleted,
  ...(credit !== undefined && creditColumns(credit).columns),
})

/**
 * A customer as SAP has them, in our columns, and what of it could not be taken over. What SAP has no field for comes from
 * the settings, and stays as it is where they say nothing. Throws SapRowError where the row cannot be saved.
 */
export function customerRow(
  item: CustomerItem,
  before: Customer | undefined,
  { areas, findPlace, fields }: { areas: readonly OurArea[]; findPlace: FindPlace; fields: SapFields },
): { row: Partial<Customer>; faults: SapRowError[] } {
  const { place, gstin, pan } = item
  const { stateId, cityId } = findPlace(place, gstin)
  const main = mainArea(areas, before)
  const terms = termsOf(main, before, fields)
  const email = contact('email', 'email', place?.email)
  const mobile = contact('mobile', 'mobile', place?.mobile)
  const credit = item.credit === undefined ? null : creditColumns(item.credit)
  const row: Partial<Customer> = {
    ...urgentColumns(item),
    code: item.code,
    name: item.name.slice(0, 100),
    name2: item.name2,
    address: place!.address.slice(0, 255),
    pincode: place!.pincode ?? '',
    stateId,
    ...cityOf(cityId, stateId, before),
    gstin,
    ...(pan !== null && { pan }),
    email: email.value,
    mobile: mobile.value,
    ...(main && { channelId: main.channelId }),
    ...terms.columns,
    ...registrationOf(item, fields),
    ...(before?.customerType ? {} : typeOf(item, fields)),
  }
  return { row, faults: [email.fault, mobile.fault, terms.fault, credit?.fault].filter(fault => fault != null) }
}

/** The city that SAP names, or else the one that somebody chose, while the state stays. */
export const cityOf = (
  cityId: number | null,
  stateId: number,
  before: { stateId: number; cityId: number | null } | undefined,
): { cityId: number | null } => ({ cityId: cityId ?? (before?.stateId === stateId ? before.cityId : null) })

/** The area that decides a customer's usual channel and terms: the one that is their channel already, or the first. */
function mainArea(areas: readonly OurArea[], before: Customer | undefined): OurArea | undefined {
  const rank = (area: OurArea) =>
    Number(area.isDeleted) * 4 + Number(area.orderBlock !== null) * 2 + Number(area.channelId !== before?.channelId)
  return [...areas].sort((a, b) => rank(a) - rank(b))[0]
}

function termsOf(area: OurArea | undefined, before: Customer | undefined, { paymentTerms }: SapFields) {
  const code = area?.paymentTermsCode ?? null
  const days = code === null ? undefined : paymentTerms[code]
  if (area === undefined) return { columns: {}, fault: null }
  if (code !== null && days !== undefined)
    return { columns: { paymentTermsCode: code, paymentTermsDays: Number(days) }, fault: null }
  const message =
    code === null
      ? `Sales area ${area.salesOrg}/${area.channel}/${area.division} has no payment terms: enter them in SAP`
      : `Payment terms ${code} have no days in the portal: enter them under Settings, SAP, as ${code}=30`
  const fault = new SapRowError('paymentTermsCode', message, 'PAYMENT_TERMS')
  if (!before) throw fault
  return { columns: {}, fault: before.paymentTermsCode === code ? null : fault }
}

/**
 * GST registration and LUT by SAP's classification; without a mapping by a GSTIN whose kind leaves no choice, else they are
 * the portal's own. Throws SapRowError where the GSTIN is of a kind that does not agree.
 */
function registrationOf({ classification, gstin }: CustomerItem, { gstRegistrations }: SapFields): Partial<Customer> {
  const mapped = classification === null ? undefined : gstRegistrations[classification]
  const number = normalise('gstin', gstin ?? '')
  const [type, lut] = (mapped ?? registrationBy(number) ?? '').split('+') as [RegistrationType | '', string?]
  if (type === '') return {}
  const problem = registrationProblem(number, type)
  if (problem) {
    const message = `Classification ${classification} is ${type}, and GSTIN ${gstin} is that of ${problem.of}: correct one of them in SAP`
    throw new SapRowError('gstRegistrationType', message, 'GSTIN_KIND')
  }
  return { gstRegistrationType: type, ...(mapped !== undefined && { hasLut: lut === 'LUT' }) }
}

/** The type of a new customer by SAP's account group. */
function typeOf({ accountGroup }: CustomerItem, { customerTypes }: SapFields): Partial<Customer> {
  const customerType = accountGroup === null ? undefined : (customerTypes[accountGroup] as Customer['customerType'])
  return customerType ? { customerType, isDistributor: customerType === 'DISTRIBUTOR' } : {}
}

/** An e-mail address or mobile number; one that cannot be used is left out and reported. */
function contact(field: 'email' | 'mobile', format: Format, text: string | null | undefined) {
  if (!text) return { value: null, fault: null }
  const value = normalise(format, text)
  const problem = formatProblem(format, value)
  if (!problem) return { value, fault: null }
  const { label } = customer.fields[field]
  const message = `${label ?? 'Mobile'} ${text} is left out: it must be ${problem}; correct it in SAP`
  return { value: null, fault: new SapRowError(field, message, 'FORMAT') }
}

/** A sales area of a customer, in SAP's codes. */
export interface AreaItem {
  salesOrg: string
  channel: string
  division: string
  paymentTermsCode: string | null
  incoterms: string | null
  orderBlock: string | null
  deliveryBlock: string | null
  billingBlock: string | null
  isDeleted: boolean
}

/** A customer of SAP with their sales areas and credit account. */
export interface CustomerItem extends Partner {
  key: string
  accountGroup: string | null
  classification: string | null
  orderBlock: string | null
  /** Left out where a file does not tell it. */
  deliveryBlock?: string | null
  /** The same. */
  billingBlock?: string | null
  areas: AreaItem[]
  /** Null where they have none; left out where SAP does not tell of credit. */
  credit?: CreditAccount | null
}
