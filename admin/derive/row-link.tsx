import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { useMay } from '../account/person.ts'
import { rowPathOf } from '../shell/screens.ts'

/** Leads to the row that a reference names, where it has a page and the person may open it. */
export function RowLink({ target, id, children }: { target: Resource | undefined; id: unknown; children: ReactNode }) {
  const may = useMay()
  const path = target && typeof id === 'number' && may('read', target.path) ? rowPathOf(target, id) : undefined
  return path ? <Link to={path}>{children}</Link> : children
}
