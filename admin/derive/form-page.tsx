import { useOne } from '@refinedev/core'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { pickValues, startOf } from './form-fields.ts'
import { RowForm } from './row-form.tsx'
import { pathOf } from './screens.ts'
import { type ApiRow, rowText } from './value-text.ts'
import './form.css'

/** The form of any master, for a new row or an old one. */
export default function FormPage({ resource, id }: { resource: Resource; id?: number | undefined }) {
  return id === undefined ? <NewRow resource={resource} /> : <OldRow resource={resource} id={id} />
}

function NewRow({ resource }: { resource: Resource }) {
  const [query] = useSearchParams()
  useTitle(`New · ${resource.title}`)
  return (
    <PageFrame
      title={`New: ${resource.title}`}
      purpose={resource.purpose}
      trail={[{ title: resource.title, path: pathOf.list(resource) }]}
    >
      <RowForm resource={resource} start={startOf(resource, query)} />
    </PageFrame>
  )
}

function OldRow({ resource, id }: { resource: Resource; id: number }) {
  // The form works on the row as it was when it opened; what others save meanwhile shows when saving.
  const { result: row, query } = useOne<ApiRow, Refusal>({
    resource: resource.path,
    id,
    errorNotification: false,
    queryOptions: { staleTime: 0, gcTime: 0, refetchOnReconnect: false },
  })
  const name = row && rowText(resource, row)
  useTitle(name && `${name} · ${resource.title}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || !query.isFetchedAfterMount) return <Loading />
  return (
    <PageFrame
      title={`Edit ${name}`}
      here="Edit"
      trail={[
        { title: resource.title, path: pathOf.list(resource) },
        { title: name ?? '', path: pathOf.show(resource, id) },
      ]}
    >
      <RowForm resource={resource} start={pickValues(resource, row)} row={row} />
    </PageFrame>
  )
}
