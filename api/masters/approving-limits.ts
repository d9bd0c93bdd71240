import type { RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'

interface LimitRow {
  id: number | undefined
  limitType: string
  sbuId: number
  nidId: number | null
  level: number
  maxValue: number
  validFrom: string
  validTo: string
}

const isSameLadder = (a: LimitRow, b: LimitRow) =>
  a.limitType === b.limitType &&
  a.sbuId === b.sbuId &&
  (a.nidId ?? null) === (b.nidId ?? null) &&
  a.validFrom <= b.validTo &&
  b.validFrom <= a.validTo

/** Within a limit type, SBU and NID a higher level never approves less than a lower one. */
export const checkApprovingLimits: RowCheck = async (db, candidates) => {
  const moved = candidates.filter(
    candidate =>
      candidate.row.isActive !== false &&
      changesAny(candidate, 'level', 'maxValue', 'limitType', 'sbuId', 'nidId', 'validFrom', 'validTo', 'isActive'),
  )
  if (moved.length === 0) return
  const sbuIds = [...new Set(moved.map(({ row }) => row.sbuId as number))]
  const stored: LimitRow[] = await db('approving_limits')
    .where('isActive', 1)
    .whereIn('sbuId', sbuIds)
    .select('id', 'limitType', 'sbuId', 'nidId', 'level', 'maxValue', 'validFrom', 'validTo')
  const leaving = new Set(moved.map(({ before }) => before?.id))
  const remaining = stored.filter(({ id }) => !leaving.has(id))
  for (const { row, before, faults } of moved) {
    const limit = { ...(row as unknown as LimitRow), id: before?.id }
    const clash = remaining.find(
      other =>
        isSameLadder(limit, other) &&
        ((other.level < limit.level && other.maxValue > limit.maxValue) ||
          (other.level > limit.level && other.maxValue < limit.maxValue)),
    )
    if (clash) {
      const message = `Max value must not fall as the level rises: level ${clash.level} may approve ${clash.maxValue / 100}`
      faults.push({ field: 'maxValue', code: 'RANGE', message })
    } else remaining.push(limit)
  }
}
