import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { showNumber } from '../../resources/define/show.ts'
import { lrDetails } from '../../resources/mis/dispatch/lrdetails.ts'
import { useMay } from '../account/person.ts'
import { FilterGroup } from '../derive/filter/filter-group.tsx'
import { useExport } from '../derive/list/export-menu.tsx'
import { listRequest, readState, writeState } from '../derive/list/list-state.ts'
import { readableColumns } from '../derive/list/readable-columns.ts'
import { partOf } from '../http/asked.ts'
import { api, type Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { queryFrom } from '../shell/query.ts'
import { pathOf, withList } from '../shell/screens.ts'
import { useAddress } from '../shell/use-address.ts'
import '../derive/list/list.css'

/** The filters that stand on the page; the others of the report can be added. */
const offered = ['lrDate', 'plantId', 'transporterId', 'transMode', 'deliveryStatus']

/** The report LR Details as a file: who only needs the file chooses the LRs, sees how many they are, and takes it. */
export default function DownloadLrDetails() {
  const may = useMay()
  const [address, setAddress] = useAddress()
  const state = readState(lrDetails, address)
  const { busy, take } = useExport(lrDetails, state)
  const { data: count, error, refetch } = useLrCount(address)
  const columns = readableColumns(may, lrDetails, lrDetails.list).map(({ name }) => name)
  const none = count === undefined || count === 0
  return (
    <PageFrame
      title="Download LR Details"
      purpose="Download the LRs of a period: goods, transporters, costs and delivery dates."
    >
      <section className="panel filters" aria-label="Which LRs">
        <FilterGroup
          id="lr-file"
          resource={lrDetails}
          columns={readableColumns(may, lrDetails, lrDetails.filters)}
          offered={offered}
          filters={state.filters}
          onChange={filters => setAddress(() => writeState({ ...state, filters }), { replace: true })}
        />
        {error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <p className="list-said" role="status">
            {count === undefined ? 'Counting...' : countText(count)}
          </p>
        )}
        <div className="filter-buttons">
          <Button type="primary" loading={busy} disabled={none} onClick={() => void take({ format: 'xlsx', columns })}>
            <Icon name="download" /> Download Excel file
          </Button>
          <Button disabled={none || busy} onClick={() => void take({ format: 'csv', columns })}>
            <Icon name="download" /> Download CSV file
          </Button>
          <ButtonLink to={withList(pathOf.list(lrDetails), writeState(state))}>Show as list</ButtonLink>
        </div>
      </section>
    </PageFrame>
  )
}

const countText = (count: number) =>
  count === 0
    ? 'No LR matches. Choose a longer period, or fewer filters.'
    : `${showNumber(count)} ${count === 1 ? 'LR' : 'LRs'} will be in the file.`

/** How many LRs the address asks for. */
function useLrCount(address: URLSearchParams) {
  const { filters } = listRequest(lrDetails, readState(lrDetails, address))
  const params = { ...queryFrom({ filters, pagination: { pageSize: 0 } }), ...partOf({ exact: true }) }
  return useQuery<number, Refusal>({
    queryKey: ['lr-count', params],
    placeholderData: keepPreviousData,
    queryFn: async () => (await api.get<{ total: number }>(`/${lrDetails.path}`, { params })).data.total,
  })
}
