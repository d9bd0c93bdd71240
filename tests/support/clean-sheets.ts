import { hasCheckSign } from '../../resources/define/official/gstin.ts'
import type { Column } from './file-mistakes.ts'

/** An import file without mistakes: its resource, the kinds of its columns, and its rows by heading. */
export interface CleanSheet {
  path: string
  origin: 'SAP' | 'PORTAL'
  /** The columns to put mistakes into; files of small masters are imported without. */
  columns?: Record<string, Column>
  key: readonly string[]
  row: (n: number) => Record<string, string>
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const padded = (n: number, width: number) => String(n).padStart(width, '0')
const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!
const flag = (n: number) => String(n % 2 === 0)

const STATES = [
  { code: '27', name: 'Maharashtra', iso: 'IN-MH', city: 'Pune', pin: '411' },
  { code: '24', name: 'Gujarat', iso: 'IN-GJ', city: 'Surat', pin: '395' },
  { code: '07', name: 'Delhi', iso: 'IN-DL', city: 'New Delhi', pin: '110' },
  { code: '04', name: 'Chandigarh', iso: 'IN-CH', city: 'Manimajra', pin: '160' },
]

const panOf = (n: number) => `ZZXC${of('ABCDEFGH'.split(''), n)}${padded(n + 1, 4)}K`
function gstinOf(state: string, n: number): string {
  const body = `${state}${panOf(n)}1Z`
  return body + [...ALPHABET].find(end => hasCheckSign(body + end))!
}
/** CAS numbers that a spreadsheet mistakes for dates, such as 2025-01-6, with a valid check digit. */
function casOf(n: number): string {
  const digits = `${2000 + (n % 90)}${padded(1 + (n % 9), 2)}`
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place + 1), 0)
  return `${digits.slice(0, 4)}-${digits.slice(4)}-${sum % 10}`
}
const customer = (n: number) => String(1_000_000_000 + n)
const product = (n: number) => `CH${padded(n, 5)}A-1L`
const place = (n: number) => ({
  city_name: of(STATES, n).city,
  gst_state_code: of(STATES, n).code,
  pincode: `${of(STATES, n).pin}${padded(1 + (n % 99), 3)}`,
})

const placed: Record<string, Column> = {
  city_name: { holds: 'reference', required: true },
  gst_state_code: { holds: 'reference', required: true },
  pincode: { holds: 'pin', required: true },
}
const money: Column = { holds: 'number', isMoney: true, isPositive: true }
const quantity: Column = { holds: 'number', isPositive: true }
const choice: Column = { holds: 'choice' }
const period: Record<string, Column> = {
  valid_from: { holds: 'date', required: true },
  valid_to: { holds: 'date', from: 'valid_from' },
}
const agreed = { valid_from: '2025-04-01', valid_to: '2099-03-31' }

const small = (path: string, key: string, rows: readonly Record<string, string>[]): CleanSheet & { rows: number } => ({
  path,
  origin: 'PORTAL',
  key: [key],
  row: n => rows[n]!,
  rows: rows.length,
})

/** The masters that the others refer to. */
export const smallSheets = [
  small('settings/zone', 'code', [{ code: 'WEST', name: 'West' }]),
  small('masters/zone-area', 'code', [{ code: 'W1', name: 'West 1', zone_code: 'WEST' }]),
  small(
    'masters/state',
    'gst_state_code',
    STATES.map(({ code, name, iso }) => ({ gst_state_code: code, name, iso_code: iso, is_union_territory: 'false' })),
  ),
  small(
    'masters/state-city',
    'name',
    STATES.map(({ code, city, pin }) => ({
      gst_state_code: code,
      name: city,
      zone_area_code: 'W1',
      is_metro: 'false',
      std_pincode_prefix: pin,
    })),
  ),
  small('masters/sbu', 'code', [{ code: 'LS', name: 'Life Science', sales_org: '1000', division: '10' }]),
  small('masters/nid', 'code', [{ code: 'NLS01', description: 'Solvents', sbu_code: 'LS' }]),
  small(
    'masters/mvgr',
    'code',
    ['001', '002', '003'].map(code => ({ group_no: '1', code, description: `Group ${code}` })),
  ),
  small('masters/material-pricing-group', 'code', [
    { code: '02', description: 'Solvents', max_manual_discount_pct: '25.00' },
  ]),
]

/** The masters whose files get mistakes, in the order in which they refer to each other. */
export const largeSheets: readonly (CleanSheet & { columns: Record<string, Column> })[] = [
  {
    path: 'masters/products',
    origin: 'SAP',
    key: ['code'],
    columns: {
      code: { holds: 'text', required: true, max: 40 },
      name: { holds: 'text', required: true, max: 100 },
      sbu_code: { holds: 'reference', required: true },
      uom: { holds: 'text', required: true },
      uom_numerator: { holds: 'number' },
      pack_qty: { ...quantity },
      min_order_qty: { holds: 'number' },
      gross_weight_kg: { holds: 'number' },
      gst_rate: { holds: 'number' },
      nid_code: { holds: 'reference' },
      mvgr1_code: { holds: 'reference' },
      material_pricing_group_code: { holds: 'reference' },
      cas_no: { holds: 'cas' },
      storage_condition: choice,
      is_drug: choice,
      launch_date: { holds: 'date' },
      substitute_product_code: { holds: 'reference' },
    },
    row: n => ({
      ...{ code: product(n), name: `Propanol ${n} AR`, sbu_code: 'LS', division: '10', uom: 'EA', base_uom: 'L' },
      ...{ uom_numerator: '1', pack_qty: '6.000', min_order_qty: '1200.000', gross_weight_kg: '1.160' },
      ...{ hsn_code: '29051220', gst_rate: '18.00', nid_code: 'NLS01', mvgr1_code: of(['001', '002', '003'], n) },
      ...{ material_pricing_group_code: '02', cas_no: casOf(n), storage_condition: of(['AMBIENT', 'HAZARD'], n) },
      ...{ is_drug: flag(n), launch_date: '2019-06-01', substitute_product_code: n > 0 ? product(0) : '' },
    }),
  },
  {
    path: 'access-control/customer',
    origin: 'SAP',
    key: ['code'],
    columns: {
      code: { holds: 'text', required: true, max: 10, isNumeric: true },
      name: { holds: 'text', required: true, max: 100 },
      customer_type: { ...choice, required: true },
      channel_code: { holds: 'reference', required: true },
      ...placed,
      gst_registration_type: { ...choice, required: true },
      gstin: { holds: 'gstin' },
      drug_licence_valid_to: { holds: 'date' },
      credit_limit: money,
      payment_terms_days: { holds: 'number' },
      freight_terms: choice,
      is_distributor: choice,
    },
    row: n => ({
      ...{ code: customer(n), name: `Laboratory ${n} Pvt Ltd`, customer_type: 'END_CUSTOMER', is_distributor: 'false' },
      ...{ channel_code: of(['10', '11'], n), address: `${n + 1} Market Road`, ...place(n) },
      ...{ gst_registration_type: 'REGULAR', gstin: gstinOf(of(STATES, n).code, n), pan: panOf(n) },
      ...{ drug_licence_no: `MH-${n}/20B`, drug_licence_valid_to: '2099-03-31', credit_limit: '1250000.00' },
      ...{ payment_terms_code: 'N030', payment_terms_days: '30', freight_terms: 'FOR', email: `lab${n}@firm.example` },
    }),
  },
  {
    path: 'access-control/ship-to',
    origin: 'SAP',
    key: ['customer_code', 'code'],
    columns: {
      customer_code: { holds: 'reference', required: true },
      code: { holds: 'text', required: true },
      name: { holds: 'text', required: true, max: 100 },
      ...placed,
      gstin: { holds: 'gstin' },
      contact_person: { holds: 'text', max: 60 },
      peso_class: choice,
      peso_capacity_litres: quantity,
      peso_valid_to: { holds: 'date' },
      is_default: choice,
    },
    row: n => ({
      ...{ customer_code: customer(n), code: String(2_000_000_000 + n), name: `Store ${n}`, address: 'Plot 7' },
      ...{ ...place(n), gstin: gstinOf(of(STATES, n).code, n), contact_person: 'R. Kulkarni', is_default: 'false' },
      ...{
        peso_licence_no: `P/HQ/${n}`,
        peso_class: 'AB',
        peso_capacity_litres: '25000.0',
        peso_valid_to: '2099-12-31',
      },
    }),
  },
  {
    path: 'settings/product-price',
    origin: 'SAP',
    key: ['channel_code', 'product_code', 'valid_from'],
    columns: {
      channel_code: { holds: 'reference', required: true },
      product_code: { holds: 'reference', required: true },
      list_price: { ...money, required: true },
      uom: { holds: 'text', required: true },
      ...period,
    },
    row: n => ({ channel_code: '10', product_code: product(n), list_price: '1450.50', uom: 'EA', ...agreed }),
  },
  {
    path: 'masters/cust-shipto-prod-price',
    origin: 'PORTAL',
    key: ['customer_code', 'ship_to_code', 'product_code', 'min_qty', 'valid_from'],
    columns: {
      customer_code: { holds: 'reference', required: true },
      ship_to_code: { holds: 'reference', required: true },
      product_code: { holds: 'reference', required: true },
      net_price: { ...money, required: true },
      min_qty: quantity,
      approved_ref: { holds: 'text', required: true, max: 40 },
      ...period,
    },
    row: n => ({
      ...{ customer_code: customer(n), ship_to_code: String(2_000_000_000 + n), product_code: product(n) },
      ...{ net_price: '123456.75', min_qty: '10.000', approved_ref: `NOTE/2025/${n}`, ...agreed },
    }),
  },
]
