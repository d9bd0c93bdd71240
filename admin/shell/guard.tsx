import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { rolesHolding } from '../../resources/capabilities.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { rolesDeciding } from '../../resources/orders/approvals/approvers-by-step.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { AccessRefusal } from '../account/access-refusal.ts'
import { usePerson } from '../account/person.ts'
import { isThere, mayOpen } from './menu/menu-tree.ts'
import NotFound from './not-found.tsx'
import type { Holders, Page } from './page-list.ts'

/** Checks the permission of a page before showing it. */
export default function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const person = usePerson()
  if (mayOpen(page, person)) return children
  if (!isThere(page, person)) return <NotFound />
  const reason = `“${page.title || page.path}” needs ${needed(page)}, which you do not have.`
  return <Navigate replace to="/noaccess" state={{ reason, rule: ruleOf(page), at: page.path }} />
}

function needed({ who }: Page): string {
  if (typeof who !== 'object') return 'a sign-in'
  if ('capability' in who || 'queue' in who) return `one of the roles ${rolesOf(who).join(', ')}`
  const permissions = 'anyOf' in who ? who.anyOf : [who]
  return `the permission to ${permissions.map(({ action, subject }) => `${action} ${subject}`).join(', or to ')}`
}

const rolesOf = (who: Holders) =>
  'capability' in who ? rolesHolding(who.capability) : [...rolesDeciding[who.queue], ...rolesHolding('readEveryQueue')]

/** The rule in parts: what it guards, and which roles pass it. */
export function ruleOf({ title, path, who }: Page): AccessRefusal['rule'] {
  const named = title || path
  if (typeof who !== 'object') return { title: named, action: 'open', openTo: [] }
  if ('capability' in who || 'queue' in who) return { title: named, action: 'open', openTo: rolesOf(who) }
  const permissions = 'anyOf' in who ? who.anyOf : [who]
  const openTo = permissions.flatMap(({ action, subject }) => {
    const resource = resourceAt(subject)
    return resource ? rolesWith(resource.access, action) : []
  })
  const { action, subject } = permissions[0]!
  return { title: named, path: subject, action, openTo: [...new Set(openTo)] }
}
