import { RecordPage } from '../record/record-page.tsx'
import { readOn } from '../record/when.ts'
import type { ShowFrame } from './panel.ts'
import { headerOfRow } from './row-header.ts'
import { useShowActs } from './use-show-acts.tsx'

/** The page of a row that has no header of its own: one made of its declaration. */
export const RowFrame: ShowFrame = ({ resource, row, from, children }) => {
  const { acts, dialogs } = useShowActs(resource, row)
  return (
    <RecordPage header={headerOfRow(resource, row, readOn())} from={from} acts={acts}>
      {children}
      {dialogs}
    </RecordPage>
  )
}
