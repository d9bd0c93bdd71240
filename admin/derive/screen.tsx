import { lazy } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import { roles } from '../../resources/roles.ts'
import type { AccessRefusal } from '../account/access-refusal.ts'
import { useMay } from '../account/person.ts'
import NotFound from '../shell/not-found.tsx'
import type { Action } from '../shell/page-list.ts'
import { needs, screenAt } from '../shell/screens.ts'
import { useScreenTitle } from '../shell/title.ts'

const ListPage = lazy(() => import('./list/list-page.tsx'))
const ReportPage = lazy(() => import('./list/report-page.tsx'))
const FormPage = lazy(() => import('./form/form-page.tsx'))
const ShowPage = lazy(() => import('./show/show-page.tsx'))
const ImportPage = lazy(() => import('./import/import-page.tsx'))
const ClosePage = lazy(() => import('./closing/close-page.tsx'))
const ComparePage = lazy(() => import('./list/compare-page.tsx'))

/** Any address that no page claims: a screen of a master, or «not found». */
export default function DerivedScreen() {
  const screen = screenAt(useLocation().pathname)
  const may = useMay()
  useScreenTitle(screen?.resource.title)
  if (!screen) return <NotFound />
  const { resource, view, id } = screen
  if (!may(needs[view], resource.path)) {
    return <Navigate replace to="/noaccess" state={refusal(resource, needs[view])} />
  }
  if (resource.kind === 'report') return <ReportPage report={resource} />
  if (view === 'list') return <ListPage resource={resource} />
  if (view === 'import') return <ImportPage resource={resource} />
  if (view === 'compare') return <ComparePage resource={resource} />
  if (view === 'show') return <ShowPage resource={resource} id={id!} />
  if (view === 'close') return <ClosePage resource={resource} id={id!} />
  return <FormPage resource={resource} id={id} />
}

/** The refused rule, and who may pass it. */
function refusal(resource: Resource, action: Action): AccessRefusal {
  const openTo = rolesWith(resource.access, action)
  const names = openTo.map(role => roles[role].name).join(', ')
  const reason = `To ${action} rows of ${resource.title} takes one of these roles: ${names || 'none has it'}.`
  return { reason, rule: { title: resource.title, path: resource.path, action, openTo }, at: `/${resource.path}` }
}
