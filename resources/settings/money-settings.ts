import type { SettingKey } from './settings.ts'

/**
 * The settings that change a rounding, a tolerance or a limit of money, say where money is posted, or switch a control
 * on and off: each change of one waits for a second person.
 */
export const moneySettings: readonly SettingKey[] = [
  'approval.use_asp',
  'approval.promo_free_pct',
  'approval.final_approver',
  'credit.overdue_days',
  'credit.cost_pct',
  'foc.customer_quarter',
  'po.file_required_above',
  'lr.weight_tolerance_pct',
  'eud.grace_days',
  'bill.tolerance_pct',
  'bill.tolerance_amount',
  'bill.tolerance_sum',
  'bill.tolerance_sum_pct',
  'bill.require_pod',
  'carting.approval_limit',
  'limits.four_eyes',
  'rounds.second_person_rows',
  'login.mailed_code',
  'sap.gst_rates',
  'sap.condition_round_off',
  'sap.net_by_unit',
  'sap.company_code',
  'sap.gateway_clearing_account',
  'sap.tds_account',
  'sap.charges_account',
  'sap.input_tax_account',
  'payment.post_fees',
  'sap.clear_payments',
  'sap.credit_segment',
  'sap.payment_terms',
]

/** Whether a change of a setting waits for a second person. */
export const isMoneySetting = (key: string): boolean => moneySettings.some(known => known === key)
