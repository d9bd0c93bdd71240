import type { Knex } from 'knex'
import { ruleHole } from '../../../resources/orders/rule-gap.ts'
import { readId } from '../../derive/list/query.ts'
import { demand } from '../../derive/rights/conditions.ts'
import { needPerson } from '../../derive/rights/need-person.ts'
import { asObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { checkHole, checkHoles, lastChecked } from './find-rule-gaps.ts'

/**
 * `GET /api/hole-checks`: when the masters were last checked for rule gaps. `POST` checks them now; `POST { id }`
 * checks one gap again, for everybody who reads it, and returns whether it is closed.
 */
export const holeChecks = (db: Knex) => ({
  async find(call: Call) {
    demand(needPerson(call), ruleHole, 'read')
    return { checkedAt: await lastChecked(db) }
  },

  async create(body: unknown, call: Call) {
    const { id, ...rest } = asObject(body ?? {}, 'The question')
    const unknownField = Object.keys(rest)[0]?.slice(0, 60)
    if (unknownField !== undefined)
      throw invalidField(unknownField, 'UNKNOWN_FIELD', `${unknownField} is not asked here`)
    if (id !== undefined) {
      demand(needPerson(call), ruleHole, 'read')
      const gapId = readId(id)
      if (gapId === undefined) throw invalidField('id', 'TYPE', 'id must be the number of a rule gap')
      return checkHole(db, gapId)
    }
    demand(needPerson(call), ruleHole, 'approve')
    const result = await checkHoles(db)
    if (!result) throw conflict('STILL_RUNNING', 'A check is already running: try again in a moment')
    return { ...result, checkedAt: await lastChecked(db) }
  },
})
