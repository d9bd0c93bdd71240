import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { beginView, endViews } from '../account/viewing.ts'
import { readId } from '../derive/list/query.ts'
import { readPerson } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { forbidden, invalidField, notFound, refused } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'

/**
 * `POST /api/view-as { userId, reason }`: the session of an IT administrator sees from now on what that user sees,
 * read-only, for half an hour at most. `DELETE /api/view-as/now` ends it. The history names both at begin and end.
 */
export function viewAs(db: Knex) {
  return {
    async create(body: Record<string, unknown>, call: Call) {
      const viewer = requirePerson(call)
      if (!can(viewer, 'viewAsOthers')) throw forbidden('Only IT administrators view the portal as another person')
      const reason = typeof body.reason === 'string' ? body.reason.trim() : ''
      if (!reason) throw invalidField('reason', 'REQUIRED', 'Reason is required: say what you look for')
      if (reason.length > 255) throw invalidField('reason', 'LENGTH', 'Reason must have at most 255 characters')
      return transact(db, async trx => {
        const viewed = await viewable(trx, readId(body.userId), viewer.id)
        const until = await beginView(trx, sessionOf(call)!, viewer, viewed, { ...requireAuthor(call), reason })
        return { userId: viewed.id, name: viewed.name, until }
      })
    },

    async remove(_which: unknown, call: Call) {
      requirePerson(call)
      const ended = await endViews(
        db,
        sessions => sessions.where('login_session.id', sessionOf(call) ?? 0),
        'they ended it',
      )
      return { ended }
    },
  }
}

const sessionOf = (call: Call) => (call as { sessionId?: number }).sessionId

/** The user to view as. Throws where they may not be viewed as. */
async function viewable(trx: Knex, userId: number | undefined, viewerId: number) {
  const login = userId === undefined ? undefined : await trx('user').where('id', userId).first('name', 'userType')
  if (!login) throw notFound()
  const person = await readPerson(trx, userId!)
  const no = (message: string) => refused([{ field: 'userId', code: 'RULE', message }])
  if (userId === viewerId) throw no('User must be another person: this is your own login')
  if (!person || login.userType === 'SYSTEM')
    throw no(`${login.name} cannot sign in: the login is closed or not a person’s`)
  if (can(person, 'viewAsOthers')) throw no(`${login.name} is an IT administrator: the portal cannot be viewed as them`)
  return person
}
