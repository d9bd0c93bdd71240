import type { QueryClient } from '@tanstack/react-query'
import { isIdle, MOST_AT_ONCE, MOST_WORKED_OUT } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { showNumber } from '../../../resources/define/show.ts'
import type { askForFile } from '../../../resources/mis/commands/report-files.ts'
import { stringify } from '../../http/query-text.ts'
import { api, isRefusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { queryFrom } from '../../shell/query.ts'
import { ask, at, keyOf } from '../command/ask.ts'
import { groupingOf, type ListState, listRequest } from './list-state.ts'

const asking = at<typeof askForFile>('POST my-report-files')

/**
 * Downloads the rows of a list by script, so that a refusal is shown here; behind a plain link it would be saved as a
 * file. Many rows of a report become a file for which nobody waits.
 */
export async function exportRows(resource: Resource, state: ListState, kind: ExportKind, client: QueryClient) {
  const url = exportUrl(resource, state, kind)
  try {
    const { data } = await api.get<{ rows: number }>(`${url}&check=true`)
    const chosen = state.filters.map(({ field }) => field)
    const takesTime = (name: string) => resource.workedOut?.includes(name) && !isIdle(resource, name, chosen)
    const most = kind.columns?.some(takesTime) ? MOST_WORKED_OUT : MOST_AT_ONCE
    if (resource.kind === 'report' && !groupingOf(resource, state) && data.rows > most)
      await askInBackground(resource, state, kind, { rows: data.rows, client })
    else window.location.assign(`/api${url}`)
  } catch (error) {
    if (!isRefusal(error)) throw error
    showFailure('The file cannot be made', error.message)
  }
}

/** The page shows how far the file is. */
async function askInBackground(
  resource: Resource,
  state: ListState,
  { format, columns }: ExportKind,
  { rows, client }: { rows: number; client: QueryClient },
) {
  const { filters, sorters, query } = listRequest(resource, state)
  const listQuery = { ...queryFrom({ filters, sorters, pagination: { mode: 'off' } }), ...query }
  const body = { report: resource.path, format, ...(columns && { columns: columns.join() }), filters: listQuery }
  await ask(asking, body)
  await client.invalidateQueries({ queryKey: keyOf(asking) })
  showSuccess(`${showNumber(rows)} rows: the file is made in the background. You get a mail when it is ready.`)
}

/**
 * A file with the list's rows in its columns and order; without `columns` with every column, so that it can be
 * imported.
 */
export type ExportKind = { format: 'xlsx' | 'csv' | 'pdf'; columns: readonly string[] | undefined }

/** The address of the file with all rows of a list, across pages. */
function exportUrl(resource: Resource, state: ListState, { format, columns }: ExportKind): string {
  const { filters, sorters, query } = listRequest(resource, state)
  const narrowed = queryFrom({ filters, pagination: { mode: 'off' } })
  const grouping = groupingOf(resource, state)
  if (grouping) {
    const { by, across, of } = grouping
    const groupingQuery = { format, by: by.join(), ...(across && { across }), ...(of && { of }) }
    return `/export-groups/${resource.path}?${stringify({ ...groupingQuery, ...narrowed, ...query })}`
  }
  const shown = columns && { as: 'shown', columns: [...columns, ...statusOf(state)].join(',') }
  return `/export/${resource.path}?${stringify({ format, ...narrowed, ...queryFrom({ sorters, pagination: { mode: 'off' } }), ...query, ...shown })}`
}

/** Adds the status column when inactive rows are shown too. */
const statusOf = ({ active }: ListState) => (active === 'active' ? [] : ['isActive'])
