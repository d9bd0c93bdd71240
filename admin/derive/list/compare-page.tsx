import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { type ComparedRows, changeKinds, changeWords } from '../../../resources/define/compare.ts'
import { dayOf, isDay, monthsLater } from '../../../resources/define/dates.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText, showNumber } from '../../../resources/define/show.ts'
import type { ComparisonPage } from '../../../resources/platform/commands/history.ts'
import { useMay } from '../../account/person.ts'
import { pageOf } from '../../http/asked.ts'
import { stringify } from '../../http/query-text.ts'
import { api, type Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { queryFrom } from '../../shell/query.ts'
import { pathOf, withList } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { useAddress } from '../../shell/use-address.ts'
import { Waiting } from '../../shell/waiting.tsx'
import FilterChips from '../filter/filter-chips.tsx'
import DayInput from '../form/day-input.tsx'
import type { ApiRow } from '../value-text.ts'
import { CompareItem } from './compare-item.tsx'
import { type ListState, listRequest, readState, writeState } from './list-state.ts'
import type { ChangeState } from './use-list-state.ts'
import './list.css'
import '../show/show.css'

type Compared = Omit<ComparisonPage, 'data'> & { data: readonly ComparedRows<ApiRow>[] }

/**
 * What was added, removed and changed between two days in a dated master, within the filters of the list it was opened
 * from.
 */
export default function ComparePage({ resource }: { resource: Resource }) {
  const [address, setAddress] = useAddress()
  const may = useMay()
  useTitle(`Compare two days · ${resource.title}`)
  const state = readState(resource, address)
  const { from, to } = daysIn(address, state.on)
  const { filters, sorters, query } = listRequest(resource, { ...state, active: 'all' })
  const request = {
    ...queryFrom({ filters, sorters, pagination: { mode: 'off' } }),
    ...(query.q && { q: query.q }),
    from,
    to,
  }
  const params = { ...request, ...pageOf(state.size, state.page) }
  const comparison = useQuery<Compared, Refusal>({
    queryKey: ['compare', resource.path, params],
    queryFn: async () => (await api.get<Compared>(`/compare/${resource.path}`, { params })).data,
    placeholderData: keepPreviousData,
  })
  const change: ChangeState = changed =>
    write(now => ({ page: 1, ...(typeof changed === 'function' ? changed(now) : changed) }))
  const choose = (side: 'from' | 'to') => (day: string | null) => day && write(() => ({ page: 1 }), { [side]: day })
  function write(changed: (now: ListState) => Partial<ListState>, days: { from?: string; to?: string } = {}) {
    setAddress(address => {
      const now = readState(resource, address)
      const said = writeState({ ...now, ...changed(now), on: undefined })
      for (const [side, day] of Object.entries({ ...daysIn(address, now.on), ...days })) said.set(side, day)
      return said
    })
  }
  const list = withList(pathOf.list(resource), writeState({ ...state, page: 1 }))
  const file = `/api/export/compare/${resource.path}?${stringify(request)}`
  return (
    <PageFrame
      title={`Compare two days of ${resource.title}`}
      purpose="Rows that became valid, ended or changed between two days, by today’s validity periods."
      trail={[{ title: resource.title, path: list }]}
      actions={may('export', resource.path) && <Files href={file} />}
    >
      <div className="list-toolbar">
        <span className="list-on">
          <label htmlFor="from">From</label>
          <DayInput id="from" value={from} onChange={choose('from')} />
        </span>
        <span className="list-on">
          <label htmlFor="to">To</label>
          <DayInput id="to" value={to} onChange={choose('to')} />
        </span>
      </div>
      <FilterChips resource={resource} state={{ ...state, on: undefined }} change={change} />
      {comparison.isError ? (
        <Failure error={comparison.error} onRetry={() => void comparison.refetch()} />
      ) : !comparison.data ? (
        <Waiting />
      ) : (
        <section className="panel" aria-labelledby="differences" aria-busy={comparison.isFetching}>
          <h2 id="differences">
            {dayText(from)} to {dayText(to)}
          </h2>
          <p className="list-said" role="status">
            {inWords(comparison.data)}
          </p>
          <ol className="history">
            {comparison.data.data.map(one => (
              <CompareItem key={(one.after ?? one.before)!.id} {...{ resource, one, from, to }} />
            ))}
          </ol>
          <Pagination
            current={state.page}
            pageSize={state.size}
            total={comparison.data.total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={page => write(() => ({ page }))}
          />
        </section>
      )}
    </PageFrame>
  )
}

function Files({ href }: { href: string }) {
  return (
    <>
      <Button href={`${href}&format=xlsx`} download>
        <Icon name="download" /> Excel
      </Button>
      <Button href={`${href}&format=csv`} download>
        <Icon name="download" /> CSV
      </Button>
    </>
  )
}

/** The two days in the address: by default the day of the list, or today, and the same day a month before. */
function daysIn(address: URLSearchParams, on: string | undefined) {
  const named = (side: string) => {
    const day = address.get(side)
    return day !== null && isDay(day) ? day : undefined
  }
  const to = named('to') ?? (on !== undefined && isDay(on) ? on : dayOf(new Date().toISOString()))
  return { from: named('from') ?? monthsLater(to, -1), to }
}

function inWords({ counts, total }: Compared) {
  if (total === 0) return 'No differences between these days.'
  return `${changeKinds.map(kind => `${showNumber(counts[kind])} ${changeWords[kind].toLowerCase()}`).join(', ')}.`
}
