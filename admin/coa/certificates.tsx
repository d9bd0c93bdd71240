import { coaDocument } from '../../resources/coa/coa-document.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** The certificates of analysis and their versions. */
export default function Certificates() {
  return <RecordPages resource={coaDocument} />
}
