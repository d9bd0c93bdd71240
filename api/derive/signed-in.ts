import { NotAuthenticated } from '@feathersjs/errors'
import type { Context } from 'koa'
import type { Resource } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { notFound } from '../platform/errors.ts'
import type { Person } from './rights/person.ts'
import type { Author } from './save/author.ts'

/** The person of a request, and the author of its changes. */
export interface SignedIn {
  person: Person
  author: Author
}

/** Returns the person and the author of a request that is no Feathers call. Throws 401 when nobody is signed in. */
export function signedIn(ctx: Context): SignedIn {
  const person = ctx.state.person as Person | undefined
  if (!person) throw new NotAuthenticated('Please sign in')
  return { person, author: (ctx as unknown as { feathers: { author: Author } }).feathers.author }
}

/** The resource at a path that a client named. Throws 404 without one, and for a report: it has no rows of its own. */
export function resourceOf(path: unknown): Resource {
  const resource = listableAt(path)
  if (resource.kind === 'report') throw notFound()
  return resource
}

/** The resource or report at a path that a client named, to be listed or exported. Throws 404 without one. */
export function listableAt(path: unknown): Resource {
  const resource = typeof path === 'string' ? resourceAt(path) : undefined
  if (!resource) throw notFound()
  return resource
}
