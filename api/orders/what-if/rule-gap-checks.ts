import type { Knex } from 'knex'
import { ruleGap } from '../../../resources/orders/rule-gap.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import { requirePerson } from '../../derive/rights/require-person.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, invalidField, unknownField } from '../../platform/errors.ts'
import { findRuleGaps, lastGapCheck, recheckRuleGap } from './find-rule-gaps.ts'

/**
 * `GET /api/hole-checks`: when the masters were last checked for rule gaps. `POST` checks them now; `POST { id }`
 * checks one gap again, for everybody who reads it, and returns whether it is closed.
 */
export const ruleGapChecks = (db: Knex) => ({
  async find(call: Call) {
    requireRight(requirePerson(call), ruleGap, 'read')
    return { checkedAt: await lastGapCheck(db) }
  },

  async create(body: unknown, call: Call) {
    const { id, ...rest } = bodyObject(body ?? {}, 'The question')
    const unknown = Object.keys(rest)[0]
    if (unknown !== undefined) throw unknownField(unknown)
    if (id !== undefined) {
      requireRight(requirePerson(call), ruleGap, 'read')
      const gapId = readId(id)
      if (gapId === undefined) throw invalidField('id', 'TYPE', 'id must be the number of a rule gap')
      return recheckRuleGap(db, gapId)
    }
    requireRight(requirePerson(call), ruleGap, 'approve')
    const result = await findRuleGaps(db)
    if (!result) throw conflict('STILL_RUNNING', 'A check is already running: try again in a moment')
    return { ...result, checkedAt: await lastGapCheck(db) }
  },
})
