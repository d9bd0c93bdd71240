import { isOrigin } from '../define/web-address.ts'
import { sapReadingTimes } from './sap-reading-times.ts'
import { count, employee, flag, type Kind, origin, path, percent, rupees, type Setting, text } from './setting.ts'

/** The settings with the values they have until somebody changes them under Settings. */
export const settings = {
  'dead.draft_days': count(30),
  'dead.pending_days': count(45),
  'dead.acceptance_days': count(15),
  'dead.error_days': count(30),
  'sap.stuck_minutes': count(30),
  'sap.max_attempts': count(7),
  'sap.max_dialog_seconds': count(600),
  'approval.use_asp': flag(true),
  'approval.promo_free_pct': percent(10),
  'approval.sla_hours': count(24),
  'approval.escalate_hours': count(48),
  /** Who decides orders above every approving limit, after the head of the SBU. */
  'approval.final_approver': employee('-'),
  'credit.overdue_days': count(15),
  /** What money costs us in a year. */
  'credit.cost_pct': percent(12),
  'foc.customer_quarter': rupees(25_000),
  'sourcing.cw_fallback': flag(true),
  'order.close_days': count(30),
  'order.max_lines': count(200),
  'po.file_required_above': rupees(100_000),
  'company.name': text('Bilty'),
  /** As mails and documents name the company; `-` until they are entered. */
  'company.address': text('-'),
  'company.gstin': text('-'),
  'company.bank': text('-'),
  'mail.reply_to': text('-'),
  'order.terms': text('Taxes are an estimate: the tax invoice is final.'),
  'edd.default_days': count(7),
  'eway.km_a_day': count(200),
  'eway.km_a_day_over_dimensional': count(20),
  'eway.warn_hours': count(24),
  /** Before and after the end of an e-way bill, while its validity can be extended. */
  'eway.extension_hours': count(8),
  /** Both on hold at the portal since 29-07-2026. */
  'eway.ship_to_gstin': flag(false),
  'eway.closure': flag(false),
  'lr.backdate_days': count(15),
  'lr.weight_tolerance_pct': percent(10),
  'eud.grace_days': count(15),
  'pod.reminder_days': count(7),
  'pod.overdue_days': count(15),
  'pod.zip_mb': count(500),
  'coa.zip_mb': count(50),
  /** From so many quality complaints of a batch, or such a share of what was shipped, its certificate should go. */
  'radar.complaints': count(3),
  'radar.affected_pct': percent(2),
  'bill.tolerance_pct': percent(2),
  'bill.tolerance_amount': rupees(50),
  /** Of all that is over what was agreed on one bill. */
  'bill.tolerance_sum': rupees(500),
  'bill.tolerance_sum_pct': percent(1),
  'bill.require_pod': flag(true),
  'carting.approval_limit': rupees(5_000),
  'payment.pending_expiry_days': count(6),
  'payment.lock_hours': count(24),
  /** The login of whoever decides about money that has no place yet; `-` for the first of Finance. */
  'payment.owner': text('-'),
  'payment.created_expiry_minutes': count(30),
  /** Whether SAP posts what gateways keep; off until Finance says that it has their invoices. */
  'payment.post_fees': flag(false),
  'login.max_failures': count(5),
  'login.failure_minutes': count(15),
  'login.lock_minutes': count(60),
  'login.idle_minutes': count(30),
  'login.mailed_code': flag(false),
  'mail.wait_hours': count(48),
  /** Whom DLT, India's registry of SMS, knows us as, and who an SMS is from; `-` until they are registered. */
  'sms.entity_id': text('-'),
  'sms.header': text('-'),
  /** The whitelisted address that links in SMS begin with; `-` for the portal's own. */
  'sms.link_address': origin('-'),
  'tracking.max_tries': count(5),
  'upload.max_rows': count(500_000),
  'import.max_mb': count(60),
  'pwc.expiry_days': count(10),
  'feedback.token_days': count(30),
  'limits.four_eyes': flag(true),
  'rounds.second_person_rows': count(1_000),
  'upload.max_mb': count(10),
  'rc.expiry_warn_days': count(30),
  'sap.price_condition_type': text('PR00'),
  'sap.freight_condition_type': text('ZFRT'),
  /** Of the default discount, the promotion in percent and in rupees a unit, and the manual discount. */
  'sap.condition_discounts': text('K007,KA00,RC00,RA00'),
  /** Whether SAP's pricing rounds the net price of a unit (NETP and DIFF, SAP Note 80183), not the value of the line. */
  'sap.net_by_unit': flag(false),
  /** Condition types of billing documents, with commas between. */
  'sap.condition_cess': text('JCES'),
  'sap.condition_tcs': text('JTC1,JTC2'),
  'sap.condition_round_off': text('DIFF'),
  /** Item categories of what our supplier sends to the customer, and of services: neither waits for dispatch. */
  'sap.supplier_items': text('TAS'),
  'sap.service_items': text('TAD'),
  'sap.list_price_tables': text('304'),
  'sap.product_channel': text('10'),
  /** The GST of goods by the beginning of their HSN code, as `29=18,3004=5`; the longest counts. `-` for none. */
  'sap.gst_rates': text('-'),
  /** Storage locations whose stock does not count, with commas between: `0009`, or `1201/0009` at one plant; `-` for none. */
  'sap.excluded_storage_locations': text('-'),
  /** SAP's order reason of orders free of charge; `-` for none. */
  'sap.free_order_reason': text('-'),
  'sap.order_key_field': text('PurchaseOrderByShipToParty'),
  'sap.text_id_remarks': text('TX01'),
  'sap.text_id_instruction': text('0002'),
  'sap.shipping_types': text('SURFACE=01,COURIER=02,RAIL=03,AIR=05,EXPRESS=ZE,PWC=ZP'),
  /** Messages by which SAP says that somebody works on the document just now. */
  /** Rejection reasons that are a check and no cancellation, with commas between. */
  'sap.rejection_pending': text('50'),
  /** An extension field of sales orders that tells whether data is missing; `-` for none. */
  'sap.field_order_incompletion': text('-'),
  /** Messages of creation that say so where no field does, with commas between; `-` for every warning. */
  'sap.incomplete_warnings': text('-'),
  'sap.mail_price_changes': flag(true),
  'sap.lock_messages': text('V1/042, ME/006, MC/601'),
  'sap.company_code': text('1000'),
  /** Whose documents count, with commas between; `-` for the sales organisations of the SBUs, and the company code above. */
  'sap.sales_orgs': text('-'),
  'sap.company_codes': text('-'),
  /** How many digits SAP pads the number of a material to: 18 or 40. */
  'sap.material_digits': text('18'),
  /** In which time SAP tells when a delivery is planned: UTC or LOCAL. */
  'sap.planned_times': text('UTC'),
  'sap.gateway_clearing_account': text('113100'),
  'sap.tds_account': text('125600'),
  'sap.payment_document_type': text('DZ'),
  /** Of postings that move money of a payment within the customer's account. */
  'sap.transfer_document_type': text('DA'),
  /** Of the charges of gateways, where they are posted. */
  'sap.charges_document_type': text('SA'),
  'sap.charges_account': text('473000'),
  'sap.input_tax_account': text('126500'),
  'sap.journal_entry_path': path('/sap/bc/srt/scs_ext/sap/journalentrycreaterequestconfi'),
  /** Whether the portal has SAP clear what it posted; off where finance clears in SAP by hand. */
  'sap.clear_payments': flag(true),
  'sap.clearing_document_type': text('AB'),
  'sap.clearing_path': path('/sap/bc/srt/scs_ext/sap/journalentrybulkclearingreques'),
  /** Special G/L codes and types of accounting documents, with commas between. */
  'sap.special_gl_codes': text('A'),
  'sap.finance_types_invoice': text('RV,DR'),
  'sap.finance_types_credit': text('DG'),
  'sap.condition_cgst': text('JOCG'),
  'sap.condition_sgst': text('JOSG'),
  'sap.condition_utgst': text('JOUG'),
  'sap.condition_igst': text('JOIG'),
  'sap.field_irn': text('YY1_IRN_BDH'),
  'sap.field_due_date': text('YY1_NetDueDate_BDH'),
  'sap.field_expiry_date': text('YY1_BatchExpiry_BDI'),
  /** The segment of SAP's credit management that holds the limits of customers. */
  'sap.credit_segment': text('0000'),
  'sap.payment_terms': text('N030=30,N045=45,N060=60,N090=90,ADV=0'),
  'sap.customer_types': text('Z001=END_CUSTOMER,Z002=DISTRIBUTOR,Z003=INSTITUTION'),
  /** `SEZ+LUT` is an SEZ that is supplied under an LUT. */
  'sap.gst_registrations': text(
    '01=REGULAR,02=COMPOSITION,03=UNREGISTERED,04=SEZ,05=GOVT,06=SEZ+LUT,07=UIN_HOLDER,08=TAX_DEDUCTOR,09=TAX_COLLECTOR,10=NON_RESIDENT,11=OIDAR',
  ),
  'sap.city_names': text('Bangalore=Bengaluru,Bombay=Mumbai,Calcutta=Kolkata,Gurgaon=Gurugram,Madras=Chennai'),
  ...sapReadingTimes,
} as const

export type SettingKey = keyof typeof settings
export type Settings = { [Key in SettingKey]: (typeof settings)[Key] extends Setting<infer Value> ? Value : never }

/**
 * Every setting with its value: counts as they are, amounts in paise, percentages in hundredths, switches as booleans.
 * `written` holds what somebody changed; an unreadable value is ignored.
 */
export function settingsFrom(written: ReadonlyMap<string, string>): Settings {
  const read = Object.entries(settings).map(([key, { kind, standard }]) => {
    const given = written.get(key)
    return [key, (given === undefined ? null : readValue(kind, given)) ?? readValue(kind, standard)]
  })
  return Object.fromEntries(read) as Settings
}

function readValue(kind: Kind, text: string): number | boolean | string | null {
  switch (kind) {
    case 'count':
      return /^\d{1,15}$/.test(text) ? Number(text) : null
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : null
    case 'text':
    case 'times':
    case 'employee':
      return text === '' ? null : text
    case 'origin':
      return text === '-' || isOrigin(text) ? text : null
    case 'path':
      return SAP_PATH.test(text) ? text : null
    default:
      return hundredths(text)
  }
}

/** A service below the address of SAP, which can lead to no other host. */
export const SAP_PATH = /^\/sap\/[\w./-]+$/

/** `'2.5'` as 250, without a float on the way. */
function hundredths(text: string): number | null {
  const parts = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text)
  return parts ? Number(`${parts[1]}${(parts[2] ?? '').padEnd(2, '0')}`) : null
}

/** Whether a text can be read as the value of a setting; of keys that the product does not know, any text can. */
export const isReadable = (key: string, text: string): boolean =>
  !Object.hasOwn(settings, key) || readValue(settings[key as SettingKey].kind, text) !== null

/** The value type of a setting in `app_setting`. */
export const valueTypeOf = (key: SettingKey) =>
  (
    ({
      count: 'INT',
      flag: 'BOOL',
      text: 'STR',
      times: 'STR',
      origin: 'STR',
      path: 'STR',
      employee: 'STR',
      rupees: 'DEC',
      percent: 'DEC',
    }) as const
  )[settings[key].kind]
