import { eudBlock } from '../../resources/complaints/eud-block.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** The customers who may not buy controlled products for the time being: blocked, asked for and released here. */
export default function EudBlocks() {
  return <RecordPages resource={eudBlock} />
}
