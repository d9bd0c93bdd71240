import type { Knex } from 'knex'
import { type Hole, holeKey, type RuleHole, ruleHole } from '../../../resources/orders/rule-gap.ts'
import { approverHoles } from '../../../resources/orders/what-if/approver-gaps.ts'
import { productHoles } from '../../../resources/orders/what-if/product-gaps.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, today } from '../../platform/clock.ts'
import { leaseJob } from '../../platform/job-lease.ts'
import { transact } from '../../platform/transact.ts'
import { breathing, letOthersIn } from '../../platform/yield-to-others.ts'
import { approverMasters, productMasters, productPages } from './rule-gap-facts.ts'

/** The most gaps that are saved; further ones are found once these are closed. */
const MOST = 5000
const JOB = 'holes'
const LEASE_SECONDS = 10 * 60

/** The result of a check for rule gaps. */
export interface Checked {
  found: number
  /** Whether more gaps exist than are saved. */
  more: boolean
}

/**
 * Checks all masters for gaps in which an order would find no approver, price or plant, and replaces the saved gaps
 * with those found. Reads page by page and yields in between. Returns null while another check runs.
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

/** Runs the check nightly. Returns how many gaps were found. */
export const checkHolesNightly = async (db: Knex) => (await checkHoles(db))?.found ?? 0

/** When the last check ran; null when none did. */
export async function lastChecked(db: Knex): Promise<string | null> {
  const lock = await db('job_lock').where({ name: JOB }).first('lastRunAt')
  return lock?.lastRunAt ?? null
}

/** Checks one saved gap again: updates it if it still exists, and deletes it if it is closed. */
export async function checkHole(db: Knex, id: number): Promise<{ closed: boolean }> {
  const [kept] = await rowsOf(db, ruleHole, rows => rows.where({ id }))
  if (!kept) return { closed: true }
  const day = today()
  const found: Hole[] = []
  if (kept.productId === null) found.push(...approverHoles(await approverMasters(db, day)))
  else {
    const holesOf = productHoles(await productMasters(db, day))
    for await (const page of productPages(db, day, kept.productId)) found.push(...page.products.flatMap(holesOf(page)))
  }
  const key = holeKey(kept)
  const still = found.find(hole => holeKey(hole) === key)
  await transact(db, trx => settle(trx, [kept], still ? [still] : []))
  return { closed: still === undefined }
}

/** Replaces the saved gaps with those found; a gap that still exists keeps its row. */
async function keep(db: Knex, holes: readonly Hole[]) {
  const before = await rowsOf(db, ruleHole, rows => rows)
  await transact(db, trx => settle(trx, before, holes))
}

async function settle(trx: Knex.Transaction, before: readonly RuleHole[], holes: readonly Hole[]) {
  const at = now()
  const found = new Map(holes.map(hole => [holeKey(hole), hole]))
  const known = new Set(before.map(holeKey))
  const gone = before.filter(row => !found.has(holeKey(row))).map(({ id }) => id)
  for (const ids of inPieces(gone)) await trx('rule_hole').whereIn('id', ids).delete()
  for (const row of before) {
    const hole = found.get(holeKey(row))
    if (!hole || says(hole) === says(row)) continue
    await trx('rule_hole')
      .where({ id: row.id })
      .update({ ...told(hole), updatedAt: at })
  }
  const added = [...found].filter(([key]) => !known.has(key)).map(([, hole]) => hole)
  for (const some of inPieces(added)) {
    const kept = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
    await trx('rule_hole').insert(some.map(hole => ({ ...nowhere, ...hole, ...told(hole), ...kept })))
    await letOthersIn()
  }
}

const nowhere = { sbuId: null, channelId: null, productId: null, employeeId: null, about: null }

/** The columns of a known gap that a new check may change. */
const told = ({ message, stopsOrders, mends }: Hole | RuleHole) => ({
  message: message.slice(0, 500),
  stopsOrders: stopsOrders ? 1 : 0,
  mends: JSON.stringify(mends),
})
const says = (hole: Hole | RuleHole) => JSON.stringify(told(hole))

const inPieces = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / 200) }, (_, piece) => values.slice(piece * 200, piece * 200 + 200))
