import { useSearchParams } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { ImportFile } from './import-file.tsx'
import { ImportProgress } from './import-progress.tsx'
import { pathOf } from './screens.ts'
import './form.css'
import './import.css'
import './show.css'

/** Import of any master: choose a file, see what it would do, then do it. The address holds the job, so a reload goes on. */
export default function ImportPage({ resource }: { resource: Resource }) {
  const [query, setQuery] = useSearchParams()
  const job = Number(query.get('job'))
  useTitle(`Import · ${resource.title}`)
  return (
    <PageFrame
      title={`Import ${resource.title}`}
      purpose="The file is only checked at first. Nothing changes before you have seen what it would do."
      trail={[{ title: resource.title, path: pathOf.list(resource) }]}
    >
      <div className="import-steps">
        {Number.isSafeInteger(job) && job > 0 ? (
          <ImportProgress key={job} resource={resource} id={job} onAgain={() => setQuery({})} />
        ) : (
          <ImportFile resource={resource} onStarted={started => setQuery({ job: String(started.id) })} />
        )}
      </div>
    </PageFrame>
  )
}
