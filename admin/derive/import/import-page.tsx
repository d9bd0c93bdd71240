import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { ImportFile } from './import-file.tsx'
import { useImportJob, useImports } from './import-job.ts'
import { ImportPath } from './import-path.tsx'
import { ImportProgress } from './import-progress.tsx'
import { roundTitle } from './import-words.ts'
import { ImportsTable } from './imports-table.tsx'
import '../form/form.css'
import './import.css'
import '../show/show.css'

/**
 * Import into any master: choose a file, map its columns, see what it would do, then commit it. The address holds the
 * job, so a reload continues. `extraFields` are further fields of the form, named `given.…`; `list` is the page
 * where the rows are shown afterwards.
 */
export default function ImportPage({
  resource,
  title = `Import ${resource.title}`,
  list = { title: resource.title, path: pathOf.list(resource) },
  extraFields,
}: {
  resource: Resource
  title?: string
  list?: { title: string; path: string }
  extraFields?: ReactNode
}) {
  const [query, setQuery] = useSearchParams()
  const job = Number(query.get('job'))
  const isJob = Number.isSafeInteger(job) && job > 0
  const round = useImportJob(job, isJob).data?.round
  const shown = round ? roundTitle(round) : title
  useTitle(shown)
  return (
    <PageFrame
      title={shown}
      purpose={`${round ? 'Every row' : 'The file'} is checked first. Nothing changes until you have seen the preview.`}
      trail={[list]}
    >
      <div className="import-steps">
        {isJob ? (
          <ImportProgress key={job} resource={resource} list={list.path} id={job} onAgain={() => setQuery({})} />
        ) : (
          <>
            <ImportPath at="File" />
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

const SHOWN = 5

/** The last imports into one master, below the form for the next. */
function ImportHistory({ resource }: { resource: Resource }) {
  const { data } = useImports({ resource: resource.path, limit: SHOWN })
  if (!data || data.total === 0) return null
  return (
    <section className="panel" aria-labelledby="import-history">
      <h2 id="import-history">Earlier imports</h2>
      <ImportsTable jobs={data.data} />
      <p>
        <Link to={`/settings/imports?resource=${encodeURIComponent(resource.path)}`}>All imports</Link>
      </p>
    </section>
  )
}
