import { registrationTypes } from '../access-control/gst-registration.ts'
import { sapObjectNames } from '../platform/sap-objects.ts'
import { readingTimeKey } from './sap-reading-times.ts'
import { SAP_PATH, type SettingKey } from './settings.ts'

/** A setting of the connection to SAP as its page shows it; `must` completes its label to a sentence. */
export interface SapSetting {
  key: SettingKey
  label: string
  hint?: string
  form?: RegExp
  must?: string
}

interface SapSettingGroup {
  title: string
  settings: readonly SapSetting[]
}

const conditionType = { form: /^[A-Z0-9]{4}$/, must: 'must be a condition type of four characters, such as PR00' }
const conditionTypes = {
  form: /^[A-Z0-9]{4}(,[A-Z0-9]{4})*$/,
  must: 'must be condition types of four characters with commas between, such as JTC1,JTC2',
}
const itemCategories = {
  hint: 'They never wait for dispatch; - where there are none',
  form: /^(-|[A-Z0-9]{1,4}(,[A-Z0-9]{1,4})*)$/,
  must: 'must be item categories of up to four characters with commas between, such as TAS,ZTAS, or - for none',
}
const financeTypes = {
  form: /^[A-Z0-9]{2}(,[A-Z0-9]{2})*$/,
  must: 'must be document types of two characters with commas between, such as RV,DR',
}
const textId = { form: /^[A-Z0-9]{4}$/, must: 'must be a text id of four characters, such as TX01' }
const servicePath = {
  form: SAP_PATH,
  must: 'must lie below the address of SAP and begin with /sap/',
}

const organisations = {
  form: /^(-|[A-Z0-9]{4}(\s*,\s*[A-Z0-9]{4})*)$/,
  must: 'must be codes of four letters and digits with commas between, such as 1000,2000, or - for none',
}
const account = { form: /^\d{1,10}$/, must: 'must be the digits of an account, at most ten' }
/** Pairs such as `N030=30,ADV=0`. */
const pairsOf = (left: string, right: string) => new RegExp(`^${left}=${right}(,${left}=${right})*$`)
const fieldName = { form: /^[A-Za-z]\w{0,39}$/, must: 'must be the name of a field in SAP, such as YY1_IRN_BDH' }

/** The settings of the connection to SAP, under the headings of their page. */
export const sapSettings: readonly SapSettingGroup[] = [
  {
    title: 'Orders sent to SAP',
    settings: [
      {
        key: 'sap.order_key_field',
        label: 'Field with our order number',
        hint: 'An order is searched for by it before it is sent again',
        form: /^PurchaseOrderBy(ShipToParty|Customer)$/,
        must: 'must be PurchaseOrderByShipToParty or PurchaseOrderByCustomer',
      },
      {
        key: 'sap.free_order_reason',
        label: 'Order reason of free orders',
        hint: 'SAP’s reason of orders free of charge; - for none',
        form: /^(-|[A-Z0-9]{1,3})$/,
        must: 'must be up to three letters and digits, or - for none',
      },
      { key: 'sap.price_condition_type', label: 'Condition type of the net price', ...conditionType },
      {
        key: 'sap.condition_discounts',
        label: 'Condition types of discounts',
        hint: 'Default discount, promotion in percent, promotion in ₹ a unit, manual discount',
        form: /^[A-Z0-9]{4}(,[A-Z0-9]{4}){3}$/,
        must: 'must be four condition types with commas between, such as K007,KA00,RC00,RA00',
      },
      {
        key: 'sap.net_by_unit',
        label: 'Discounts round the price of a unit',
        hint: 'On where the pricing of SAP has the steps NETP and DIFF (SAP Note 80183)',
      },
      { key: 'sap.freight_condition_type', label: 'Condition type of freight', ...conditionType },
      { key: 'sap.text_id_remarks', label: 'Text id of the remarks', ...textId },
      { key: 'sap.text_id_instruction', label: 'Text id of the shipping instruction', ...textId },
      {
        key: 'sap.shipping_types',
        label: 'Shipping types',
        hint: 'For each mode of transport the shipping type of SAP',
        form: /^[A-Z]+=[A-Z0-9]{2}(,[A-Z]+=[A-Z0-9]{2})*$/,
        must: 'must be pairs with commas between, such as SURFACE=01,AIR=05',
      },
    ],
  },
  {
    title: 'Orders held in SAP',
    settings: [
      {
        key: 'sap.rejection_pending',
        label: 'Rejection reasons being checked',
        hint: 'An item with such a reason is held, and not cancelled yet; - for none',
        form: /^(-|[A-Z0-9]{2}(,[A-Z0-9]{2})*)$/,
        must: 'must be rejection reasons of two characters with commas between, such as 50, or - for none',
      },
      {
        key: 'sap.field_order_incompletion',
        label: 'Field with missing data of an order',
        hint: 'An extension field of sales orders; - where there is none, then warnings of creation count',
        form: /^(-|[A-Za-z]\w{0,39})$/,
        must: 'must be the name of a field in SAP, such as YY1_INCOMPLETE_SDH, or - for none',
      },
      {
        key: 'sap.incomplete_warnings',
        label: 'Warnings that data is missing',
        hint: 'Of the creation of an order, as SAP codes them; - for every warning',
        form: /^(-|[\w/-]{1,20}(\s*,\s*[\w/-]{1,20})*)$/,
        must: 'must be codes of messages with commas between, such as V1/555, or - for every warning',
      },
      {
        key: 'sap.mail_price_changes',
        label: 'Mail customers changed prices',
        hint: 'Whether a price that is changed in SAP after the confirmation is mailed to the customer',
      },
    ],
  },
  {
    title: 'Payments posted to SAP',
    settings: [
      {
        key: 'sap.company_code',
        label: 'Company code',
        form: /^[A-Z0-9]{4}$/,
        must: 'must be four letters and digits',
      },
      {
        key: 'sap.payment_document_type',
        label: 'Document type of payments',
        form: /^[A-Z0-9]{2}$/,
        must: 'must be two letters and digits, such as DZ',
      },
      {
        key: 'sap.transfer_document_type',
        label: 'Document type of moves',
        hint: 'Of money that moves within the account of a customer, such as from on account to an invoice',
        form: /^[A-Z0-9]{2}$/,
        must: 'must be two letters and digits, such as DA',
      },
      {
        key: 'sap.gateway_clearing_account',
        label: 'G/L account of gateway clearing',
        hint: 'Holds what a gateway received until it settles',
        ...account,
      },
      { key: 'sap.tds_account', label: 'G/L account of tax deducted at source', ...account },
      {
        key: 'sap.charges_document_type',
        label: 'Document type of charges',
        hint: 'Of what gateways keep',
        form: /^[A-Z0-9]{2}$/,
        must: 'must be two letters and digits, such as SA',
      },
      { key: 'sap.charges_account', label: 'G/L account of charges', hint: 'What gateways keep', ...account },
      {
        key: 'sap.input_tax_account',
        label: 'G/L account of input tax',
        hint: 'GST on charges of gateways',
        ...account,
      },
      {
        key: 'sap.journal_entry_path',
        label: 'Path of the journal entry service',
        ...servicePath,
      },
      {
        key: 'sap.clear_payments',
        label: 'Have SAP clear what was paid',
        hint: 'Answer No where Finance clears payments in SAP by hand',
      },
      {
        key: 'sap.clearing_document_type',
        label: 'Document type of clearings',
        form: /^[A-Z0-9]{2}$/,
        must: 'must be two letters and digits, such as AB',
      },
      { key: 'sap.clearing_path', label: 'Path of the clearing service', ...servicePath },
    ],
  },
  {
    title: 'What of SAP is ours',
    settings: [
      {
        key: 'sap.sales_orgs',
        label: 'Sales organisations',
        hint: 'Documents of others are left out; - for those of the SBUs',
        ...organisations,
      },
      {
        key: 'sap.company_codes',
        label: 'Company codes',
        hint: 'Bills and open items of others are left out; - for the company code of payments',
        ...organisations,
      },
      {
        key: 'sap.material_digits',
        label: 'Places of a material number',
        hint: '40 where SAP has long material numbers',
        form: /^(18|40)$/,
        must: 'must be 18 or 40',
      },
      {
        key: 'sap.planned_times',
        label: 'Time of planned deliveries',
        hint: 'UTC as SAP delivers it; LOCAL where your SAP tells them in India’s time',
        form: /^(UTC|LOCAL)$/,
        must: 'must be UTC or LOCAL',
      },
    ],
  },
  {
    title: 'Products and prices read from SAP',
    settings: [
      {
        key: 'sap.product_channel',
        label: 'Channel of product data',
        hint: 'Sales unit, groups and quantities come from this channel, else from the lowest one of the product',
        form: /^[A-Z0-9]{2}$/,
        must: 'must be a distribution channel of two characters, such as 10',
      },
      {
        key: 'sap.gst_rates',
        label: 'GST rates',
        hint: 'In percent for the beginning of an HSN code, the longest counts; products of others are to be completed',
        form: /^(-|\d{2,8}=\d{1,2}([.]\d{1,2})?(,\d{2,8}=\d{1,2}([.]\d{1,2})?)*)$/,
        must: 'must be pairs of an HSN code and a percentage, such as 29=18,3004=5, or - for none',
      },
      {
        key: 'sap.list_price_tables',
        label: 'Condition tables of list prices',
        hint: 'Records of other tables, and those of single customers, are skipped',
        form: /^\w{3}(,\w{3})*$/,
        must: 'must be condition tables with commas between, such as 304',
      },
    ],
  },
  {
    title: 'Retries',
    settings: [
      {
        key: 'sap.max_dialog_seconds',
        label: 'Longest dialog step of SAP in seconds',
        hint: 'Nothing is sent again within this time after a time-out',
        form: /^([6-9]\d|[1-9]\d{2}|[12]\d{3}|3[0-5]\d{2}|3600)$/,
        must: 'must be 60 to 3600',
      },
      {
        key: 'sap.lock_messages',
        label: 'Messages of a locked document',
        hint: 'The portal waits until the document is released',
        form: /^[A-Z0-9_/]{1,20}\/\d{3}(\s*,\s*[A-Z0-9_/]{1,20}\/\d{3})*$/,
        must: 'must be class and number with commas between, such as V1/042, ME/006',
      },
      { key: 'sap.max_attempts', label: 'Attempts before a message is given up' },
      { key: 'sap.stuck_minutes', label: 'Minutes until a waiting order counts as stuck' },
    ],
  },
  {
    title: 'Invoices read from SAP',
    settings: [
      { key: 'sap.condition_cgst', label: 'Condition type of CGST', ...conditionType },
      { key: 'sap.condition_sgst', label: 'Condition type of SGST', ...conditionType },
      { key: 'sap.condition_utgst', label: 'Condition type of UTGST', ...conditionType },
      { key: 'sap.condition_igst', label: 'Condition type of IGST', ...conditionType },
      { key: 'sap.condition_cess', label: 'Condition types of the GST compensation cess', ...conditionTypes },
      { key: 'sap.condition_tcs', label: 'Condition types of tax collected at source', ...conditionTypes },
      { key: 'sap.condition_round_off', label: 'Condition types of the round-off', ...conditionTypes },
      { key: 'sap.supplier_items', label: 'Item categories of goods that our supplier ships', ...itemCategories },
      { key: 'sap.service_items', label: 'Item categories of services', ...itemCategories },
      { key: 'sap.field_irn', label: 'Field with the e-invoice number', ...fieldName },
      { key: 'sap.field_due_date', label: 'Field with the due date', ...fieldName },
      { key: 'sap.field_expiry_date', label: 'Field with the expiry date of a batch', ...fieldName },
    ],
  },
  {
    title: 'Open items read from SAP',
    settings: [
      {
        key: 'sap.special_gl_codes',
        label: 'Special G/L codes that count',
        hint: 'Such as A for down payments; - where none counts',
        form: /^(-|[A-Z0-9](,[A-Z0-9])*)$/,
        must: 'must be single characters with commas between, such as A,H, or - for none',
      },
      { key: 'sap.finance_types_invoice', label: 'Document types of invoices', ...financeTypes },
      { key: 'sap.finance_types_credit', label: 'Document types of credit notes', ...financeTypes },
    ],
  },
  {
    title: 'Goods read from SAP',
    settings: [
      {
        key: 'sap.excluded_storage_locations',
        label: 'Storage locations left out',
        hint: 'Stock in these locations cannot be sold',
        form: /^(-|(\w{4}\/)?\w{4}(\s*,\s*(\w{4}\/)?\w{4})*)$/,
        must: 'must be storage locations with commas between, as 0009 or 1201/0009, or - for none',
      },
    ],
  },
  {
    title: 'Customers read from SAP',
    settings: [
      {
        key: 'sap.credit_segment',
        label: 'Credit segment',
        hint: 'The segment of SAP’s credit management whose accounts hold the limits',
      },
      {
        key: 'sap.payment_terms',
        label: 'Days of payment terms',
        hint: 'For each terms key of SAP its days',
        form: pairsOf('[A-Z0-9]{1,4}', '[0-9]{1,3}'),
        must: 'must be pairs with commas between, such as N030=30,ADV=0',
      },
      {
        key: 'sap.customer_types',
        label: 'Customer types',
        hint: 'For each account group of SAP; customers of others are to be completed',
        form: pairsOf('[A-Z0-9]{1,4}', '(END_CUSTOMER|DISTRIBUTOR|INSTITUTION)'),
        must: 'must be pairs of an account group and END_CUSTOMER, DISTRIBUTOR or INSTITUTION, such as Z001=END_CUSTOMER',
      },
      {
        key: 'sap.gst_registrations',
        label: 'GST registrations',
        hint: 'For each customer classification of SAP; SEZ+LUT is an SEZ supplied under an LUT',
        form: pairsOf('[A-Z0-9]{1,2}', `(${registrationTypes.join('|')}|SEZ[+]LUT)`),
        must: `must be pairs of a classification and ${registrationTypes.join(', ')} or SEZ+LUT, such as 01=REGULAR`,
      },
      {
        key: 'sap.city_names',
        label: 'Other names of cities',
        hint: 'What addresses in SAP say, and the city under State City',
        form: pairsOf('[^=,]+', '[^=,]+'),
        must: 'must be pairs with commas between, such as Bangalore=Bengaluru',
      },
    ],
  },
  {
    title: 'When SAP is read',
    settings: Object.entries(sapObjectNames).flatMap(([object, name]): SapSetting[] => {
      const must = 'must be a time as cron writes it, such as 30 2 * * *, or never'
      const hint = 'Minute, hour, day, month, weekday in India’s time, or never'
      return [
        { key: readingTimeKey(object, 'DELTA'), label: `${name}: what changed`, hint, must },
        { key: readingTimeKey(object, 'FULL'), label: `${name}: everything`, hint, must },
      ]
    }),
  },
]

/** Why a value cannot be that of a setting of SAP, as a sentence; null where it can, and for other settings. */
export function sapSettingFault(key: string, value: string): string | null {
  const setting = sapSettings.flatMap(({ settings }) => settings).find(one => one.key === key)
  if (!setting?.form || setting.form.test(value)) return null
  return `${setting.label} ${setting.must}`
}
