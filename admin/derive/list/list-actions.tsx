import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { definedPages } from '../../shell/page-list.ts'
import { pathOf, withList } from '../../shell/screens.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import { useActions } from '../action/use-actions.tsx'
import type { PlacedColumn } from './columns.ts'
import { ExportMenu } from './export-menu.tsx'
import type { Look } from './list-look.tsx'
import { type ListState, writeState } from './list-state.ts'

const ReportMore = lazy(() => import('../report/report-more.tsx'))
const PrintDialog = lazy(() => import('./print-dialog.tsx'))

/**
 * The create, import and export buttons that the person may use. A new row starts with the values the list is filtered
 * by.
 */
export function ListActions(list: {
  resource: Resource
  state: ListState
  columns: readonly PlacedColumn[]
  /** Of a report these are in its menu. */
  looks: readonly Look[]
}) {
  const { resource, state } = list
  const may = useMay()
  const [printing, setPrinting] = useState(false)
  const { actions, dialog } = useActions(resource, undefined)
  const columns = list.columns.filter(({ shown }) => shown).map(({ name }) => name)
  return (
    <>
      {actions.map(({ name, action, take }) => (
        <Button key={name} danger={action.danger} onClick={take}>
          {action.label}
        </Button>
      ))}
      {dialog}
      {resource.dated && resource.kind === 'master' && (
        <span className="list-rare">
          <ButtonLink to={withList(pathOf.compare(resource), writeState({ ...state, page: 1 }))}>
            Compare two days
          </ButtonLink>
        </span>
      )}
      {resource.kind === 'report' && (
        <Suspense fallback={null}>
          <ReportMore report={resource} state={state} columns={list.columns} looks={list.looks} />
        </Suspense>
      )}
      {resource.kind !== 'report' && may('export', resource.path) && (
        <ExportMenu resource={resource} state={state} columns={columns} />
      )}
      {resource.kind !== 'report' && (
        <span className="list-rare">
          <Button aria-haspopup="dialog" onClick={() => setPrinting(true)}>
            Print
          </Button>
        </span>
      )}
      {printing && (
        <Suspense fallback={<Opening onClose={() => setPrinting(false)} />}>
          <PrintDialog {...{ resource, state }} columns={list.columns} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
      {may('import', resource.path) && hasImportPage(resource) && (
        <ButtonLink to={pathOf.import(resource)}>
          <Icon name="upload" /> Import
        </ButtonLink>
      )}
      {may('create', resource.path) && (
        <ButtonLink type="primary" to={pathOf.create(resource) + startValues(resource, state)}>
          <Icon name="plus" /> New {resource.one}
        </ButtonLink>
      )}
    </>
  )
}

/** Records are imported on pages of their own, or read from SAP. */
const hasImportPage = (resource: Resource) =>
  resource.kind === 'master' || definedPages().pages.some(({ path }) => path === pathOf.import(resource))

/** The query string by which a new row starts with the values of the list's filters. */
export function startValues(resource: Resource, { filters }: ListState): string {
  const fixed = filters.filter(
    ({ field, operator, value }) =>
      Object.hasOwn(resource.fields, field) && (operator === 'eq' || (operator === 'in' && value.length === 1)),
  )
  const query = new URLSearchParams(fixed.map(({ field, value }) => [field, String(value)]))
  return fixed.length > 0 ? `?${query}` : ''
}
