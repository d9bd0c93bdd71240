import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** The tables whose rows count from day to day, each with the state in which a row never counted. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  product_wise_toll_center: {},
  sbu_wise_cnf: {},
  default_supply_plant: {},
  channel_product_cnf: {},
  distributor_product_cnf_mapping: {},
  cnf_product_map: {},
  cnf_excluded_items: {},
  dist_cust_mapping: {},
  distributor_product_map: {},
  cust_shipto_prod_price: {},
  rate_contract_customer: { status: 'DRAFT' },
  product_discount: {},
  channel_product_promocode: {},
  productwise_limit_price: { confirmStatus: 'PENDING' },
  zone_wise_asp: {},
  approving_limits: { confirmStatus: 'PENDING' },
  article_freight: {},
  block_customer_order_creation: {},
  product_enduser_document: {},
  customer_segment_map: {},
  upload_payment_customers: {},
  customer_annexure: { status: 'DRAFT' },
  perennial_non_available_items: {},
  customer_wise_product_wise_price: {},
  assign_roles: { confirmStatus: 'PENDING' },
  sbu_employee_map: {},
  transporter_mapping: { confirmStatus: 'PENDING' },
  payment_account: { confirmStatus: 'PENDING' },
  product_price: {},
}

interface Row {
  id: number
  naturalKey: string
  periodKey?: string
  validFrom: string
  validTo: string
  createdAt: string
  updatedAt: string
  confirmStatus?: string
}

/**
 * Rows that were in use and were switched off end instead, so that the days before go on answering with them: on the day on
 * which they were switched off, never later than yesterday, and before a row of their key that is active begins.
 */
export async function up(db: Knex) {
  const yesterday = earlier(indianDay(new Date().toISOString()))
  for (const [table, never] of Object.entries(TABLES)) {
    const rows: Row[] = await db(table).where({ isActive: 0 }).whereNot(never).orderBy('id')
    for (const row of rows) {
      const { id, validFrom, validTo } = row
      const [entered, switchedOff] = [indianDay(row.createdAt), indianDay(row.updatedAt)]
      // A key that is free carries the id of its row.
      const naturalKey = row.naturalKey.slice(0, -`~${id}`.length)
      if (entered >= switchedOff || !row.naturalKey.endsWith(`~${id}`) || row.confirmStatus === 'WITHDRAWN') continue
      const last = [validTo, switchedOff, yesterday].sort()[0]!
      const others: Pick<Row, 'validFrom' | 'validTo' | 'naturalKey'>[] = await db(table)
        .where({ isActive: 1, ...(row.periodKey === undefined ? { naturalKey } : { periodKey: row.periodKey }) })
        .where('validFrom', '<=', last)
        .where('validTo', '>=', validFrom)
        .orderBy('validFrom')
      const ends = [last, ...others.map(other => earlier(other.validFrom))].sort()[0]!
      if (ends < validFrom || (await db(table).where({ naturalKey }).first('id'))) continue
      await db(table).where({ id }).update({ isActive: 1, validTo: ends, naturalKey })
    }
  }
}

const IST = 330 * 60_000
const indianDay = (instant: string) => new Date(Date.parse(instant) + IST).toISOString().slice(0, 10)
const earlier = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
