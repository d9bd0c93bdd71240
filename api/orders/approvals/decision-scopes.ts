import type { Knex } from 'knex'
import type { ScopeQuery } from '../../derive/rights/define-scopes.ts'
import type { Person } from '../../derive/rights/person.ts'
import { decidableBy } from './deciders.ts'

/** What the person has decided, and what they may decide now, as a delegate too. */
const tasksAskedOf = (db: Knex, person: Omit<Person, 'ability'>) =>
  db('approval_task').where('actedById', person.id).orWhere(decidableBy(db, person))

const ordersAskedOfMe: ScopeQuery = (db, person) => tasksAskedOf(db, person).select('orderId')

/** The ids of orders, and of their documents, that somebody sees because they decide on them. */
export const decisionScopes = {
  ordersAskedOfMe,
  ordersIDecide: (db, person) => tasksAskedOf(db, person).orWhere('assigneeUserId', person.id).select('orderId'),
  papersAskedOfMe: (db, person, role) =>
    db('order_line')
      .whereIn('orderId', ordersAskedOfMe(db, person, role))
      .whereNotNull('eudDocumentId')
      .select('eudDocumentId'),
} satisfies Readonly<Record<string, ScopeQuery>>
