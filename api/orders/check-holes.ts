import type { Knex } from 'knex'
import { approverHoles } from '../../resources/orders/approver-holes.ts'
import { productHoles } from '../../resources/orders/product-holes.ts'
import type { Hole } from '../../resources/orders/rule-hole.ts'
import { now, today } from '../platform/clock.ts'
import { leaseJob } from '../platform/job-lease.ts'
import { breathing, letOthersIn } from '../platform/let-in.ts'
import { transact } from '../platform/transact.ts'
import { approverMasters, productMasters, productPages } from './hole-facts.ts'

/** More holes than anybody closes in a day; what lies beyond is found once these are closed. */
const MOST = 5000
const JOB = 'holes'
const LEASE_SECONDS = 10 * 60

/** How many holes a check found. */
export interface Checked {
  found: number
  /** More were there than are kept. */
  more: boolean
}

/**
 * Looks through all masters for places where an order would find no approver, price or plant, and keeps them in place of
 * those found before. Reads page by page and lets others in between; null while another check runs.
 */
export async function checkHoles(db: Knex): Promise<Checked | null> {
  const lease = await leaseJob(db, JOB, LEASE_SECONDS)
  if (!lease) return null
  try {
    const day = today()
    const found: Hole[] = approverHoles(await approverMasters(db, day))
    const holesOf = productHoles(await productMasters(db, day))
    let more = false
    const breathe = breathing()
    for await (const page of productPages(db, day)) {
      const look = holesOf(page)
      for (const product of page.products) {
        found.push(...look(product))
        await breathe()
      }
      more = found.length > MOST
      if (more) break
    }
    await keep(db, found.slice(0, MOST))
    return { found: Math.min(found.length, MOST), more }
  } finally {
    await lease.release()
  }
}

/** For the night: how many were found. */
export const checkHolesNightly = async (db: Knex) => (await checkHoles(db))?.found ?? 0

/** When the holes were looked for last; null when never. */
export async function lastChecked(db: Knex): Promise<string | null> {
  const lock = await db('job_lock').where({ name: JOB }).first('lastRunAt')
  return lock?.lastRunAt ?? null
}

async function keep(db: Knex, holes: Hole[]) {
  const at = now()
  const kept = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
  const rows = holes.map(
    ({ stopsOrders, sbuId = null, channelId = null, productId = null, employeeId = null, ...hole }) => ({
      ...hole,
      message: hole.message.slice(0, 500),
      stopsOrders: stopsOrders ? 1 : 0,
      sbuId,
      channelId,
      productId,
      employeeId,
      ...kept,
    }),
  )
  await transact(db, async trx => {
    await trx('rule_hole').delete()
    for (let start = 0; start < rows.length; start += 200) {
      await trx('rule_hole').insert(rows.slice(start, start + 200))
      await letOthersIn()
    }
  })
}
