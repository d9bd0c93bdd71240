/** The settings with the values they have until somebody changes them under Settings. */

type Kind = 'count' | 'flag' | 'text' | 'rupees' | 'percent'
interface Setting<Value> {
  kind: Kind
  /** As `app_setting` writes it. */
  standard: string
  /** Never set; it only carries the type of the value. */
  value?: Value
}

const count = (standard: number): Setting<number> => ({ kind: 'count', standard: String(standard) })
const flag = (standard: boolean): Setting<boolean> => ({ kind: 'flag', standard: String(standard) })
const text = (standard: string): Setting<string> => ({ kind: 'text', standard })
/** Written in rupees, read in paise. */
const rupees = (standard: number): Setting<number> => ({ kind: 'rupees', standard: String(standard) })
/** Written in percent, read in hundredths of a percent. */
const percent = (standard: number): Setting<number> => ({ kind: 'percent', standard: String(standard) })

export const settings = {
  'dead.draft_days': count(30),
  'dead.pending_days': count(45),
  'dead.acceptance_days': count(15),
  'dead.error_days': count(30),
  'sap.stuck_minutes': count(30),
  'sap.max_attempts': count(7),
  'approval.use_asp': flag(true),
  'approval.promo_free_pct': percent(10),
  'approval.sla_hours': count(24),
  'approval.escalate_hours': count(48),
  'credit.overdue_days': count(15),
  'sourcing.cw_fallback': flag(true),
  'order.close_days': count(30),
  'order.max_lines': count(200),
  'po.file_required_above': rupees(100_000),
  'duplicate_po.days': count(180),
  'company.name': text('Bilty'),
  'order.terms': text('Taxes are an estimate: the tax invoice is final.'),
  'edd.default_days': count(7),
  'eway.threshold': rupees(50_000),
  'eud.grace_days': count(15),
  'pod.reminder_days': count(7),
  'bill.tolerance_pct': percent(2),
  'bill.tolerance_amount': rupees(50),
  'bill.require_pod': flag(true),
  'carting.approval_limit': rupees(5_000),
  'payment.pending_expiry_days': count(5),
  'payment.created_expiry_minutes': count(30),
  /** The accounts at payment gateways, with commas between. */
  'payment.merchant_accounts': text('MAIN'),
  'login.max_failures': count(5),
  'login.failure_minutes': count(15),
  'login.lock_minutes': count(60),
  'login.idle_minutes': count(30),
  'login.mailed_code': flag(false),
  'mail.wait_hours': count(48),
  'tracking.max_tries': count(5),
  'upload.max_rows': count(500_000),
  'import.max_mb': count(60),
  'pwc.expiry_days': count(10),
  'feedback.token_days': count(30),
  'limits.four_eyes': flag(true),
  'upload.max_mb': count(10),
  'rc.expiry_warn_days': count(30),
  'sap.price_condition_type': text('PR00'),
  'sap.freight_condition_type': text('ZFRT'),
  'sap.order_key_field': text('PurchaseOrderByShipToParty'),
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
      return text === '' ? null : text
    default:
      return hundredths(text)
  }
}

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
  (({ count: 'INT', flag: 'BOOL', text: 'STR', rupees: 'DEC', percent: 'DEC' }) as const)[settings[key].kind]
