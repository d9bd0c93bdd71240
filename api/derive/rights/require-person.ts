import { NotAuthenticated } from '@feathersjs/errors'
import type { Author } from '../save/write.ts'
import type { Call } from '../service.ts'
import type { Person } from './person.ts'

/** The person who asks; throws 401 when nobody is signed in. */
export function requirePerson({ person }: Call): Person {
  if (!person) throw new NotAuthenticated('Please sign in')
  return person
}

/** In whose name the call writes; throws 401 when nobody is signed in. */
export function requireAuthor({ author }: Call): Author {
  if (!author) throw new NotAuthenticated('Please sign in')
  return author
}
