import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { ClosingShown, showClosing, undoClosing } from '../../../resources/platform/commands/closings.ts'
import { useMay } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { showFailure, showSuccess } from '../../shell/notices/notices.ts'
import { ask, at, useAsk } from '../command/ask.ts'
import type { ApiRow } from '../value-text.ts'
import { UsesTable } from './uses-table.tsx'

const closing = at<typeof showClosing>('GET closing')
const undoing = at<typeof undoClosing>('POST closing-undoings')

/** How far the closing of a row is, above its values; until its last day is over it can be undone here. */
export default function ClosingNote({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const invalidate = useInvalidate()
  const shows = ['closings', resource.path]
  const { data } = useAsk(closing, { resource: resource.path, rowId: row.id }, { shows })
  const undo = useMutation<unknown, Refusal, number>({
    mutationFn: closingId => ask(undoing, { closingId }),
    onSuccess: async () => {
      await invalidate({ resource: resource.path, invalidates: ['resourceAll'] })
      showSuccess('The closing is undone.')
    },
    onError: ({ message }) => showFailure('The closing was not undone.', message),
  })
  const found = data?.closing
  if (!found || (found.status === 'CLOSED' && row.isActive)) return null
  return (
    <section className="panel" aria-labelledby="closing">
      <h2 id="closing">{headings[found.status]}</h2>
      <p>{sentenceOf(found)}</p>
      {found.stillOpen && <p>Still open: {found.stillOpen}.</p>}
      {found.done.length > 0 && <UsesTable isDone uses={found.done.map(use => ({ ...use, to: found.taker }))} />}
      {found.status === 'PLANNED' && may('deactivate', resource.path) && (
        <Button loading={undo.isPending} onClick={() => undo.mutate(found.id)}>
          Undo the closing
        </Button>
      )}
    </section>
  )
}

const headings = { PLANNED: 'Will be closed', FINISHING: 'Being closed', CLOSED: 'Closed', UNDONE: '' }

function sentenceOf({ lastDay, taker, reason, plannedBy, status }: ClosingShown) {
  const when = status === 'PLANNED' ? `The last day is ${dayText(lastDay)}.` : `The last day was ${dayText(lastDay)}.`
  const who = plannedBy && `${plannedBy} planned it: ${reason}.`
  return [when, taker && `${taker} takes over.`, who].filter(Boolean).join(' ')
}
