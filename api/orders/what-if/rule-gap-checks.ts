import type { Knex } from 'knex'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict } from '../../platform/errors.ts'
import { findRuleGaps, lastGapCheck, recheckRuleGap } from './find-rule-gaps.ts'

/** Checks the masters for rule gaps now; or one gap again, for everybody who reads it, and tells whether it is closed. */
export async function checkRuleGaps(db: Knex, person: Person, id: number | null) {
  if (id !== null) return recheckRuleGap(db, id)
  requireRight(person, ruleGap, 'approve')
  const result = await findRuleGaps(db)
  if (!result) throw conflict('STILL_RUNNING', 'A check is already running: try again in a moment')
  return { ...result, checkedAt: await lastGapCheck(db) }
}
