import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { useTitle } from '../../shell/title.ts'
import { pathOf } from '../screens.ts'
import { ImportFile } from './import-file.tsx'
import { ImportHistory } from './import-history.tsx'
import { ImportProgress } from './import-progress.tsx'
import '../form/form.css'
import './import.css'
import '../show/show.css'

/**
 * Import into any master: choose a file, map its columns, see what it would do, then commit it. The address holds the
 * job, so a reload continues. `extraFields` are further fields of the form, named `given.…`; `list` is where the rows are
 * shown afterwards.
 */
export default function ImportPage({
  resource,
  list = pathOf.list(resource),
  extraFields,
}: {
  resource: Resource
  list?: string
  extraFields?: ReactNode
}) {
  const [query, setQuery] = useSearchParams()
  const job = Number(query.get('job'))
  useTitle(`Import · ${resource.title}`)
  return (
    <PageFrame
      title={`Import ${resource.title}`}
      purpose="The file is only checked at first. Nothing changes before you have seen what it would do."
      trail={[{ title: resource.title, path: list }]}
    >
      <div className="import-steps">
        {Number.isSafeInteger(job) && job > 0 ? (
          <ImportProgress key={job} resource={resource} list={list} id={job} onAgain={() => setQuery({})} />
        ) : (
          <>
            <ImportFile
              resource={resource}
              extraFields={extraFields}
              onStarted={started => setQuery({ job: String(started.id) })}
            />
            <ImportHistory resource={resource} />
          </>
        )}
      </div>
    </PageFrame>
  )
}
