import { NotAuthenticated } from '@feathersjs/errors'
import type { Call } from '../call.ts'
import type { Author } from '../save/author.ts'
import type { Person } from './person.ts'

/** Returns the signed-in person; throws 401 when there is none. */
export function requirePerson({ person }: Call): Person {
  if (!person) throw new NotAuthenticated('Please sign in')
  return person
}

/** Returns the author of what the call writes; throws 401 when nobody is signed in. */
export function requireAuthor({ author }: Call): Author {
  if (!author) throw new NotAuthenticated('Please sign in')
  return author
}
