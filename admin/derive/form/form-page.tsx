import { useOne } from '@refinedev/core'
import { lazy } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ownColumns } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { type Person, usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { backOf, pathOf, withList } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { readOn } from '../record/when.ts'
import { headerOfRow } from '../show/row-header.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import { copyValues, formValues, initialValues } from './form-fields.ts'
import { useDefaultReferences } from './use-default-references.ts'
import './form.css'

// The form comes while the row is fetched.
const loadForm = async () => ({ default: (await import('./master-form.tsx')).MasterForm })
void loadForm().catch(() => undefined)
const MasterForm = lazy(loadForm)

/** The form of any master, for a new row, a copy of one, or an existing one. */
export default function FormPage({ resource, id }: { resource: Resource; id?: number | undefined }) {
  const [query] = useSearchParams()
  const { user } = usePerson()
  const copied = Number(query.get('copy'))
  if (id !== undefined) return <OldRow key={id} resource={resource} id={id} />
  return Number.isSafeInteger(copied) && copied > 0 ? (
    <CopiedRow resource={resource} id={copied} />
  ) : (
    <NewRow resource={resource} start={ofOwnCompany(resource, user, initialValues(resource, query))} />
  )
}

/** What a buyer enters is of their own company. */
function ofOwnCompany(resource: Resource, { roles, customerId }: Person['user'], start: RowValues): RowValues {
  const own = customerId === null ? [] : ownColumns(resource, roles)
  return { ...start, ...Object.fromEntries(own.map(name => [name, start[name] ?? customerId])) }
}

function NewRow({ resource, start, of }: { resource: Resource; start: Record<string, unknown>; of?: string }) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const back = backOf(query)
  const values = useDefaultReferences(resource, start)
  useTitle(`New ${resource.one} · ${resource.title}`)
  if (!values) return <Waiting />
  return (
    <MasterForm
      resource={resource}
      start={values}
      header={{ who: of ? `Copy of ${of}` : `New ${resource.one}`, keys: [] }}
      from={{ title: resource.title, path: pathOf.list(resource) }}
      onSaved={row => void navigate(back ?? pathOf.show(resource, row.id))}
      onCancel={() => void navigate(back ?? pathOf.list(resource))}
    />
  )
}

/** The row as it is now. The form edits this version; what others save meanwhile is reported when saving. */
const useFreshRow = (resource: Resource, id: number) =>
  useOne<ApiRow, Refusal>({
    resource: resource.path,
    id,
    errorNotification: false,
    queryOptions: { staleTime: 0, gcTime: 0, refetchOnReconnect: false },
  })

function CopiedRow({ resource, id }: { resource: Resource; id: number }) {
  const { result: row, query } = useFreshRow(resource, id)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || !query.isFetchedAfterMount) return <Waiting />
  return <NewRow resource={resource} start={copyValues(resource, row)} of={rowText(resource, row)} />
}

function OldRow({ resource, id }: { resource: Resource; id: number }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const back = backOf(search)
  const { result: row, query } = useFreshRow(resource, id)
  const name = row && rowText(resource, row)
  useTitle(name && `${name} · ${resource.title}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || !query.isFetchedAfterMount) return <Waiting />
  return (
    <MasterForm
      resource={resource}
      start={formValues(resource, row)}
      row={row}
      header={headerOfRow(resource, row, readOn())}
      from={{ title: resource.title, path: withList(pathOf.list(resource), search) }}
      onSaved={saved => void navigate(back ?? withList(pathOf.show(resource, saved.id), search))}
      onCancel={() => void navigate(back ?? withList(pathOf.show(resource, id), search))}
    />
  )
}
