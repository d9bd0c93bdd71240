import type { Knex } from 'knex'
import type { Condition } from '../../../resources/orders/line-price.ts'
import { type Settings, settingsFrom } from '../../../resources/settings/settings.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Reach } from '../identity/whose.ts'

/** The names that differ from one SAP landscape to the next; everything else is the standard of the released services. */
export type SapFields = Reach & {
  /** The channels that the portal sells in. */
  channels: readonly string[]
  /** SAP's order reason of orders free of charge; null for none. */
  freeOrderReason: string | null
  /** Whether SAP has orders of ours that are free of charge, so that their service is read. */
  hasFreeOrders: boolean
  /** The header field that carries our order number, and by which an order is searched for before it is sent again. */
  orderNo: 'PurchaseOrderByShipToParty' | 'PurchaseOrderByCustomer'
  /** Long text ids: the order's remarks and the line's shipping instruction. */
  remarks: string
  shippingInstruction: string
  /** Condition types: net price, freight, and the Indian GST conditions. */
  price: string
  /** Condition types of D1, D2 in percent, D2 in rupees a unit, and D3. */
  discounts: readonly string[]
  freight: string
  cgst: string
  sgst: string
  utgst: string
  igst: string
  /** Condition types of the GST compensation cess, of tax collected at source, and of the rounding to whole rupees. */
  cess: readonly string[]
  tcs: readonly string[]
  roundOff: readonly string[]
  /** Item categories of what our supplier ships to the customer, and of services. */
  supplierItems: readonly string[]
  serviceItems: readonly string[]
  /** Special G/L codes whose items count as owed, and types of accounting documents that are invoices and credit notes. */
  specialGl: readonly string[]
  financeTypes: { invoices: readonly string[]; creditNotes: readonly string[] }
  /** SAP's shipping type for each mode of transport. */
  shippingTypes: Record<string, string>
  /** Key-user fields of the billing document: e-invoice number, net due date, and the batch's expiry on the item. */
  irn: string
  dueDate: string
  expiryDate: string
  posting: PostingFields
  /** The document type of clearings, and where the service that clears open items lies. */
  clearing: { documentType: string; path: string }
  /** The channel whose sales data of a product counts; where it has none there, that of its lowest channel. */
  productChannel: string
  /** GST in percent by the beginning of the HSN code. */
  gstRates: Readonly<Record<string, string>>
  /** The condition tables whose records are list prices, as `304`. */
  listPriceTables: readonly string[]
  /** Storage locations whose stock does not count, as `0009` everywhere or `1201/0009` at one plant. */
  excludedStorageLocations: readonly string[]
  /** What SAP's customers have no field for: days by payment terms, type by account group, registration by classification. */
  paymentTerms: Readonly<Record<string, string>>
  customerTypes: Readonly<Record<string, string>>
  gstRegistrations: Readonly<Record<string, string>>
  cityNames: Readonly<Record<string, string>>
  creditSegment: string
  /** The places of a material number, 18 or 40. */
  materialDigits: number
  /** Whether SAP tells the times at which deliveries are planned in UTC, or in India's own. */
  plannedTimes: 'UTC' | 'LOCAL'
  /** Rejection reasons of items that are being checked, and refuse nothing yet. */
  rejectionPending: readonly string[]
  /** A key-user field of the sales order that tells whether data is missing; null where there is none. */
  orderIncompletion: string | null
  /** Messages that say a document is locked, hence worth another try: class/number. */
  lockMessages: readonly string[]
}

/** How payments are posted: the document type, the standard accounts, and where the service of journal entries lies. */
interface PostingFields {
  documentType: string
  /** The document type of moves within a customer's account. */
  transferType: string
  companyCode: string
  /** The G/L account on which the gateway's money waits for its settlement. */
  clearingAccount: string
  /** The G/L account of tax deducted at source. */
  tdsAccount: string
  /** Of the charges of gateways: the document type, and the G/L accounts of the charges and their input tax. */
  charges: { documentType: string; account: string; taxAccount: string }
  path: string
}

/** The names as the settings have them. */
function fieldsFrom(
  settings: Settings,
): Omit<SapFields, 'salesOrganizations' | 'plants' | 'channels' | 'hasFreeOrders'> {
  return {
    freeOrderReason: listed(settings['sap.free_order_reason'])[0] ?? null,
    orderNo: settings['sap.order_key_field'] as SapFields['orderNo'],
    remarks: settings['sap.text_id_remarks'],
    shippingInstruction: settings['sap.text_id_instruction'],
    price: settings['sap.price_condition_type'],
    discounts: listed(settings['sap.condition_discounts']),
    freight: settings['sap.freight_condition_type'],
    cess: listed(settings['sap.condition_cess']),
    tcs: listed(settings['sap.condition_tcs']),
    roundOff: listed(settings['sap.condition_round_off']),
    supplierItems: listed(settings['sap.supplier_items']),
    serviceItems: listed(settings['sap.service_items']),
    specialGl: listed(settings['sap.special_gl_codes']),
    financeTypes: {
      invoices: listed(settings['sap.finance_types_invoice']),
      creditNotes: listed(settings['sap.finance_types_credit']),
    },
    cgst: settings['sap.condition_cgst'],
    sgst: settings['sap.condition_sgst'],
    utgst: settings['sap.condition_utgst'],
    igst: settings['sap.condition_igst'],
    shippingTypes: pairsOf(settings['sap.shipping_types']),
    irn: settings['sap.field_irn'],
    dueDate: settings['sap.field_due_date'],
    expiryDate: settings['sap.field_expiry_date'],
    posting: {
      documentType: settings['sap.payment_document_type'],
      transferType: settings['sap.transfer_document_type'],
      companyCode: settings['sap.company_code'],
      clearingAccount: settings['sap.gateway_clearing_account'],
      tdsAccount: settings['sap.tds_account'],
      charges: {
        documentType: settings['sap.charges_document_type'],
        account: settings['sap.charges_account'],
        taxAccount: settings['sap.input_tax_account'],
      },
      path: settings['sap.journal_entry_path'],
    },
    clearing: { documentType: settings['sap.clearing_document_type'], path: settings['sap.clearing_path'] },
    productChannel: settings['sap.product_channel'],
    gstRates: pairsOf(settings['sap.gst_rates']),
    listPriceTables: listed(settings['sap.list_price_tables']),
    excludedStorageLocations: listed(settings['sap.excluded_storage_locations']),
    paymentTerms: pairsOf(settings['sap.payment_terms']),
    customerTypes: pairsOf(settings['sap.customer_types']),
    gstRegistrations: pairsOf(settings['sap.gst_registrations']),
    cityNames: pairsOf(settings['sap.city_names']),
    creditSegment: settings['sap.credit_segment'],
    companyCodes: oneOrMore(listed(settings['sap.company_codes']), settings['sap.company_code']),
    materialDigits: Number(settings['sap.material_digits']),
    plannedTimes: settings['sap.planned_times'] as SapFields['plannedTimes'],
    rejectionPending: listed(settings['sap.rejection_pending']),
    orderIncompletion: listed(settings['sap.field_order_incompletion'])[0] ?? null,
    lockMessages: listed(settings['sap.lock_messages']),
  }
}

const discountKinds = ['D1', 'D2', 'D2', 'D3'] as const

/** SAP's condition type of a discount. */
export const discountType = ({ discounts }: Pick<SapFields, 'discounts'>, { of, ...how }: Condition): string =>
  discounts['amount' in how ? 2 : discountKinds.indexOf(of)]!

/** The discount of a condition type, in hundredths of a percent or in paise; undefined of types that are none. */
export function discountOfType({ discounts }: Pick<SapFields, 'discounts'>, type: string): Condition['of'] | undefined {
  const at = discounts.indexOf(type)
  return at < 0 ? undefined : discountKinds[at]
}

/**
 * What an unchanged S/4HANA with the India localisation uses: PR00, JOCG, JOSG, JOUG, JOIG and the shipping types 01 to 05
 * are SAP's own; ZFRT, TX01, the YY1 fields and the types beginning with Z are agreed with the landscape.
 */
export const standardFields: SapFields = {
  ...fieldsFrom(settingsFrom(new Map())),
  salesOrganizations: [],
  plants: [],
  channels: [],
  hasFreeOrders: true,
}

/** The names of this landscape, as they are set now. */
export async function landscapeFields(db: Knex): Promise<SapFields> {
  const settings = await readSettings(db)
  const active = { isActive: 1 }
  const ofSbus: string[] = await db('sbu').where(active).distinct().orderBy('salesOrg').pluck('salesOrg')
  const listedOrgs = listed(settings['sap.sales_orgs'])
  return {
    ...fieldsFrom(settings),
    salesOrganizations: listedOrgs.length > 0 ? listedOrgs : ofSbus,
    plants: await db('plant').distinct().orderBy('code').pluck('code'),
    channels: await db('channel').where(active).orderBy('code').pluck('code'),
    hasFreeOrders: await hasFreeOrders(db),
  }
}

const hasFreeOrders = async (db: Knex): Promise<boolean> => {
  const free = db('order_type').where({ isFreeOfCharge: 1 }).select('id')
  return Boolean(await db('order').whereIn('orderTypeId', free).whereNotNull('sapOrderNo').first('id'))
}

function oneOrMore(list: string[], otherwise: string): string[] {
  return list.length > 0 ? list : [otherwise]
}

/** `'N030=30,ADV=0'` as `{ N030: '30', ADV: '0' }`. */
function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries(text.split(',').map(pair => pair.split('=').map(side => side.trim())))
}

/** The texts of a setting that lists them with commas between; none where it is `-`. */
function listed(text: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  return parts.filter(part => part !== '' && part !== '-')
}
