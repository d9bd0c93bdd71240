import { keepPreviousData } from '@tanstack/react-query'
import type { AsOf } from '../../../resources/define/list-page.ts'
import type { GroupedRows } from '../../../resources/define/report.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { groupReport } from '../../../resources/platform/commands/report-groups.ts'
import { queryFrom } from '../../shell/query.ts'
import { at, useAsk } from '../command/ask.ts'
import { type ListState, listRequest } from '../list/list-state.ts'

type Groups = GroupedRows & AsOf

export const groups = at<typeof groupReport>('GET report-groups')

/** The groups of a report by these columns; a table and a chart of the same groups ask for them once. */
export function useGroups(report: Resource, state: ListState, names: readonly string[]) {
  const { filters, query } = listRequest(report, state)
  const params = {
    ...queryFrom({ filters, pagination: { mode: 'off' } }),
    ...query,
    report: report.path,
    by: names.join(),
  }
  const { error, refetch, ...answer } = useAsk(groups, params, { placeholderData: keepPreviousData })
  const data: Groups | undefined = answer.data
  // While another grouping loads, the former answer has other keys.
  const isFormer = data?.groups.some(({ keys }) => keys.length !== names.length)
  return { data: isFormer ? undefined : data, error, refetch }
}

/** The columns by which the groups of a table are told apart. */
export const namesOf = ({ by, across }: { by: readonly string[]; across?: string | undefined }) => [
  ...by,
  ...(across ? [across] : []),
]
