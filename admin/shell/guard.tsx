import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Page } from '../pages.tsx'
import { mayOpen } from './menu-tree.ts'
import { usePerson } from './person.ts'

/** Asks the permission of a page's row before showing it. */
export default function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const person = usePerson()
  if (mayOpen(page, person)) return children
  const reason = `«${page.title || page.path}» needs ${needed(page)}, which you do not have.`
  return <Navigate replace to="/noaccess" state={{ reason }} />
}

function needed({ who }: Page): string {
  if (typeof who !== 'object') return 'a sign-in'
  if ('roles' in who) return `one of the roles ${who.roles.join(', ')}`
  const permissions = 'anyOf' in who ? who.anyOf : [who]
  return `the permission to ${permissions.map(({ action, subject }) => `${action} ${subject}`).join(', or to ')}`
}
