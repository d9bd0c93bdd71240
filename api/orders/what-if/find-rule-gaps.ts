import type { Knex } from 'knex'
import { type FoundRuleGap, type RuleGap, ruleGap, ruleGapKey } from '../../../resources/orders/rule-gap.ts'
import { approverGaps } from '../../../resources/orders/what-if/approver-gaps.ts'
import { productGaps } from '../../../resources/orders/what-if/product-gaps.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { leaseJob } from '../../platform/work/job-lease.ts'
import { yieldEvery, yieldToOthers } from '../../platform/yield-to-others.ts'
import { approverMasters, productMasters, productPages } from './rule-gap-facts.ts'

/** The most gaps that are saved; further ones are found once these are closed. */
const MAX_GAPS = 5000
const JOB = 'holes'

/** The result of a check for rule gaps. */
interface GapCheckResult {
  found: number
  /** Whether more gaps exist than are saved. */
  more: boolean
}

/**
 * Checks all masters for gaps in which an order would find no approver, price or plant, and replaces the saved gaps
 * with those found. Reads page by page and yields in between. Returns null while another check runs.
 */
export async function findRuleGaps(db: Knex): Promise<GapCheckResult | null> {
  const lease = await leaseJob(db, JOB)
  if (!lease) return null
  try {
    const result = await lease.during(() => findAndSave(db))
    await lease.done()
    return result
  } finally {
    await lease.release()
  }
}

async function findAndSave(db: Knex): Promise<GapCheckResult> {
  const day = today()
  const gaps: FoundRuleGap[] = approverGaps(await approverMasters(db, day))
  const gapsOf = productGaps(await productMasters(db, day))
  let more = false
  const yieldRegularly = yieldEvery()
  for await (const page of productPages(db, day)) {
    const gapsOfProduct = gapsOf(page)
    for (const product of page.products) {
      gaps.push(...gapsOfProduct(product))
      await yieldRegularly()
    }
    more = gaps.length > MAX_GAPS
    if (more) break
  }
  await saveGaps(db, gaps.slice(0, MAX_GAPS))
  return { found: Math.min(gaps.length, MAX_GAPS), more }
}

/** Runs the check nightly. Returns how many gaps were found; throws while another check runs, or one that was killed. */
export async function findRuleGapsNightly(db: Knex): Promise<number> {
  const result = await findRuleGaps(db)
  if (!result) throw new Error('Another check for missing rules is running')
  return result.found
}

/** When the last check was done; null when none did. */
export async function lastGapCheck(db: Knex): Promise<string | null> {
  const lock = await db('job_lock').where({ name: JOB }).first('doneAt')
  return lock?.doneAt ?? null
}

/** Checks one saved gap again: updates it if it still exists, and deletes it if it is closed. */
export async function recheckRuleGap(db: Knex, id: number): Promise<{ closed: boolean }> {
  const [saved] = await rowsOf(db, ruleGap, rows => rows.where({ id }))
  if (!saved) return { closed: true }
  const day = today()
  const gaps: FoundRuleGap[] = []
  if (saved.productId === null) gaps.push(...approverGaps(await approverMasters(db, day)))
  else {
    const gapsOf = productGaps(await productMasters(db, day))
    for await (const page of productPages(db, day, saved.productId)) gaps.push(...page.products.flatMap(gapsOf(page)))
  }
  const key = ruleGapKey(saved)
  const current = gaps.find(gap => ruleGapKey(gap) === key)
  await transact(db, trx => replaceGaps(trx, [saved], current ? [current] : []))
  return { closed: current === undefined }
}

/** Replaces the saved gaps with those found; a gap that still exists keeps its row. */
async function saveGaps(db: Knex, gaps: readonly FoundRuleGap[]) {
  const before = await rowsOf(db, ruleGap, rows => rows)
  await transact(db, trx => replaceGaps(trx, before, gaps))
}

async function replaceGaps(trx: Knex.Transaction, before: readonly RuleGap[], gaps: readonly FoundRuleGap[]) {
  const at = now()
  const byKey = new Map(gaps.map(gap => [ruleGapKey(gap), gap]))
  const knownKeys = new Set(before.map(ruleGapKey))
  const closedIds = before.filter(row => !byKey.has(ruleGapKey(row))).map(({ id }) => id)
  for (const ids of batchesOf(closedIds)) await trx('rule_hole').whereIn('id', ids).delete()
  for (const row of before) {
    const gap = byKey.get(ruleGapKey(row))
    if (!gap || contentOf(gap) === contentOf(row)) continue
    await trx('rule_hole')
      .where({ id: row.id })
      .update({ ...changeable(gap), updatedAt: at })
  }
  const added = [...byKey].filter(([key]) => !knownKeys.has(key)).map(([, gap]) => gap)
  for (const batch of batchesOf(added)) {
    const rowColumns = { rowVersion: 1, createdAt: at, createdById: null, updatedAt: at, updatedById: null }
    await trx('rule_hole').insert(batch.map(gap => ({ ...EMPTY_COLUMNS, ...gap, ...changeable(gap), ...rowColumns })))
    await yieldToOthers()
  }
}

const EMPTY_COLUMNS = { sbuId: null, channelId: null, productId: null, employeeId: null, about: null }

/** The columns of a known gap that a new check may change. */
const changeable = ({ message, stopsOrders, mends }: FoundRuleGap | RuleGap) => ({
  message: message.slice(0, 500),
  stopsOrders: stopsOrders ? 1 : 0,
  mends: JSON.stringify(mends),
})
const contentOf = (gap: FoundRuleGap | RuleGap) => JSON.stringify(changeable(gap))

const batchesOf = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / 200) }, (_, piece) => values.slice(piece * 200, piece * 200 + 200))
