import { retention } from '../../resources/settings/retention.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** What is kept how long, and what the last night removed. */
export default function Retention() {
  return <RecordPages resource={retention} />
}
