import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { MOST_AT_ONCE, MOST_WORKED_OUT } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import { stringify } from '../../http/query-text.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { queryFrom } from '../../shell/query.ts'
import { MenuButton } from '../menu-button.tsx'
import { groupingOf, type ListState, listRequest } from './list-state.ts'
import { REPORT_FILES } from './report-files-key.ts'

/** Exports the rows of a list: as shown, or with every column for an import. */
export function ExportMenu(menu: { resource: Resource; state: ListState; columns: readonly string[] }) {
  const { resource, state, columns } = menu
  const { busy, take } = useExport(resource, state)
  const asShown: ({ label: string } & ExportKind)[] = [
    { label: 'As shown, Excel (.xlsx)', format: 'xlsx', columns },
    { label: 'As shown, CSV', format: 'csv', columns },
  ]
  const whole: typeof asShown = [
    { label: 'All columns for an import, Excel (.xlsx)', format: 'xlsx', columns: undefined },
    { label: 'All columns for an import, CSV', format: 'csv', columns: undefined },
  ]
  // Reports have no import.
  const kinds = resource.kind === 'report' ? asShown : [...asShown, ...whole]

  const items = kinds.map((kind, index) => ({ key: index, label: kind.label, onClick: () => void take(kind) }))
  return (
    <MenuButton menu={{ items }}>
      <Button aria-haspopup="menu" loading={busy}>
        <Icon name="download" /> Export
      </Button>
    </MenuButton>
  )
}

/** Downloads the rows of a list by script, so that a refusal is shown here; behind a plain link it would be saved as a file. */
export function useExport(resource: Resource, state: ListState) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  async function take(kind: ExportKind) {
    const url = exportUrl(resource, state, kind)
    setBusy(true)
    try {
      const { data } = await api.get<{ rows: number }>(`${url}&check=true`)
      const most = kind.columns?.some(name => resource.workedOut?.includes(name)) ? MOST_WORKED_OUT : MOST_AT_ONCE
      if (resource.kind === 'report' && !groupingOf(resource, state) && data.rows > most) await ask(kind, data.rows)
      else window.location.assign(`/api${url}`)
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure('The file cannot be made', error.message)
    } finally {
      setBusy(false)
    }
  }
  /** A file for which nobody waits; the page shows how far it is. */
  async function ask({ format, columns }: ExportKind, rows: number) {
    const { filters, sorters, query } = listRequest(resource, state)
    const asked = { ...queryFrom({ filters, sorters, pagination: { mode: 'off' } }), ...query }
    const body = { report: resource.path, format, ...(columns && { columns: columns.join() }), filters: asked }
    await api.post('/my-report-files', body)
    await client.invalidateQueries({ queryKey: REPORT_FILES })
    showSuccess(`${showNumber(rows)} rows: the file is made in the background. You get a mail when it is ready.`)
  }
  return { busy, take }
}

/**
 * A file with the list's rows in its columns and order; without `columns` with every column, so that it can be
 * imported.
 */
type ExportKind = { format: 'xlsx' | 'csv'; columns: readonly string[] | undefined }

/** The address of the file with all rows of a list, across pages. */
function exportUrl(resource: Resource, state: ListState, { format, columns }: ExportKind): string {
  const { filters, sorters, query } = listRequest(resource, state)
  const request = queryFrom({ filters, sorters, pagination: { mode: 'off' } })
  const grouping = groupingOf(resource, state)
  if (grouping) {
    const { $sort: _, ...narrowed } = request as Record<string, unknown>
    const { by, across, of } = grouping
    const asked = { format, by: by.join(), ...(across && { across }), ...(of && { of }) }
    return `/export-groups/${resource.path}?${stringify({ ...asked, ...narrowed, ...query })}`
  }
  const shown = columns && { as: 'shown', columns: [...columns, ...statusOf(state)].join(',') }
  return `/export/${resource.path}?${stringify({ format, ...request, ...query, ...shown })}`
}

/** Adds the status column when inactive rows are shown too. */
const statusOf = ({ active }: ListState) => (active === 'active' ? [] : ['isActive'])
