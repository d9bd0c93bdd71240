import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { beginView, endViews } from '../account/viewing.ts'
import type { Call } from '../derive/call.ts'
import type { Person } from '../derive/rights/person.ts'
import { readPerson } from '../derive/rights/read-person.ts'
import type { Author } from '../derive/save/author.ts'
import { notFound, refused } from '../platform/errors.ts'

/**
 * The session of an IT administrator sees from now on what that user sees, read-only, for half an hour at most. The history
 * names both at begin and end.
 */
export async function viewAs(trx: Knex, userId: number, viewer: Person, author: Author, call: Call) {
  const viewed = await viewable(trx, userId, viewer.id)
  const until = await beginView(trx, sessionOf(call)!, viewer, viewed, author)
  return { userId: viewed.id, name: viewed.name, until }
}

/** Ends it in the session of the call; answers how many ended. */
export const endView = (db: Knex, call: Call) =>
  endViews(db, sessions => sessions.where('login_session.id', sessionOf(call) ?? 0), 'they ended it')

const sessionOf = (call: Call) => (call as { sessionId?: number }).sessionId

/** The user to view as. Throws where they may not be viewed as. */
async function viewable(trx: Knex, userId: number, viewerId: number) {
  const login = await trx('user').where('id', userId).first('name', 'userType')
  if (!login) throw notFound()
  const person = await readPerson(trx, userId)
  const no = (message: string) => refused([{ field: 'userId', code: 'RULE', message }])
  if (userId === viewerId) throw no('User must be another person: this is your own login')
  if (!person || login.userType === 'SYSTEM')
    throw no(`${login.name} cannot sign in: the login is closed or not a person’s`)
  if (can(person, 'viewAsOthers')) throw no(`${login.name} is an IT administrator: the portal cannot be viewed as them`)
  return person
}
