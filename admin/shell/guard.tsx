import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import type { Page } from '../pages.tsx'
import { usePerson } from './person.ts'

/** Asks the permission of a page's row before showing it. */
export default function Guard({ page, children }: { page: Page; children: ReactNode }) {
  const { may } = usePerson()
  if (typeof page.who !== 'object' || may(page.who.action, page.who.subject)) return children
  const reason = `«${page.title || page.path}» needs the permission to ${page.who.action} ${page.who.subject}, which none of your roles gives.`
  return <Navigate replace to="/noaccess" state={{ reason }} />
}
