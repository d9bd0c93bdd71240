import type { Knex } from 'knex'
import { ruleHole } from '../../resources/orders/rule-hole.ts'
import { demand } from '../derive/conditions.ts'
import type { Call } from '../derive/service.ts'
import { conflict } from '../platform/errors.ts'
import { needPerson } from '../platform/need-person.ts'
import { checkHoles, lastChecked } from './check-holes.ts'

/** `GET /api/hole-checks` tells when the masters were looked through last; `POST` looks through them now. */
export const holeChecks = (db: Knex) => ({
  async find(call: Call) {
    demand(needPerson(call), ruleHole, 'read')
    return { checkedAt: await lastChecked(db) }
  },

  async create(_body: unknown, call: Call) {
    demand(needPerson(call), ruleHole, 'approve')
    const checked = await checkHoles(db)
    if (!checked) throw conflict('STILL_RUNNING', 'The masters are just being looked through: ask again in a moment')
    return { ...checked, checkedAt: await lastChecked(db) }
  },
})
