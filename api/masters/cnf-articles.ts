import type { Knex } from 'knex'
import { fromTo } from '../../resources/define/show.ts'
import type { RowCheck } from '../derive/extend.ts'
import { addWarning, type Candidate, changesAny } from '../derive/save/candidate.ts'

interface Pair {
  cnfId: number
  productId: number
  validFrom: string
  validTo: string
  reason?: string
}

/** Warns of a mapping to a CnF that is excluded from supplying the article: sourcing will pass over it. */
export const warnOfExclusion: RowCheck = (db, candidates) =>
  warnOf(db, 'cnf_excluded_items', candidates, ({ reason, validFrom, validTo }) => ({
    field: 'cnfId',
    code: 'EXCLUDED',
    message: `CnF is excluded from this product ${fromTo(validFrom, validTo)} (${reason}): it will not supply it`,
  }))

/** Warns of an exclusion of an article that is mapped to the same CnF. */
export const warnOfMapping: RowCheck = (db, candidates) =>
  warnOf(db, 'cnf_product_map', candidates, ({ validFrom, validTo }) => ({
    field: 'productId',
    code: 'MAPPED',
    message: `Product is mapped to this CnF ${fromTo(validFrom, validTo)} in Map Article to CnF: the exclusion goes before it`,
  }))

async function warnOf(
  db: Knex,
  table: string,
  candidates: Candidate[],
  warningOf: (clash: Pair) => Parameters<typeof addWarning>[1],
) {
  const moved = candidates.filter(
    candidate =>
      candidate.row.isActive !== false &&
      changesAny(candidate, 'cnfId', 'productId', 'validFrom', 'validTo', 'isActive'),
  )
  if (moved.length === 0) return
  const pairs: Pair[] = await db(table)
    .where('isActive', 1)
    .whereIn('cnfId', [...new Set(moved.map(({ row }) => row.cnfId as number))])
    .whereIn('productId', [...new Set(moved.map(({ row }) => row.productId as number))])
  const pairsByKey = Map.groupBy(pairs, ({ cnfId, productId }) => `${cnfId}/${productId}`)
  for (const candidate of moved) {
    const { cnfId, productId, validFrom, validTo } = candidate.row as unknown as Pair
    const clash = pairsByKey
      .get(`${cnfId}/${productId}`)
      ?.find(other => other.validFrom <= validTo && validFrom <= other.validTo)
    if (clash) addWarning(candidate, warningOf(clash))
  }
}
