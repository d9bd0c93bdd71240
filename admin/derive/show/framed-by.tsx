import { optionReaderOf } from '../../../resources/option-words.ts'
import { usePerson } from '../../account/person.ts'
import type { RecordAct } from '../record/record-acts.ts'
import { type RecordHeader, saidOf } from '../record/record-header.ts'
import { RecordPage } from '../record/record-page.tsx'
import type { ApiRow } from '../value-text.ts'
import type { ShowFrame } from './panel.ts'
import { useShowActs } from './use-show-acts.tsx'

/**
 * The page of a master by its declared header. `useBeside` reads what the header says besides the row, and names the acts
 * that come before those of every master.
 */
export const framedBy =
  <Row, Beside>(
    header: RecordHeader<Row, Beside>,
    useBeside: (row: Row & ApiRow) => { beside: Beside; first?: readonly RecordAct[] },
  ): ShowFrame =>
  ({ resource, row, from, children }) => {
    const { user } = usePerson()
    const read = row as Row & ApiRow
    const { beside, first = [] } = useBeside(read)
    const { acts, dialogs } = useShowActs(resource, row)
    return (
      <RecordPage
        header={saidOf(header, read, beside, optionReaderOf(user.userType))}
        from={from}
        acts={[...first, ...acts]}
      >
        {children}
        {dialogs}
      </RecordPage>
    )
  }
