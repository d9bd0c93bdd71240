import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { can } from '../../resources/capabilities.ts'
import type { SentOf } from '../../resources/define/command.ts'
import { sapObjectNames } from '../../resources/platform/sap-objects.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import type { readFromSap, SapReadStatus, showReadings } from '../../resources/sap/commands/reading.ts'
import { useMay, usePerson } from '../account/person.ts'
import { ask, at, keyOf } from '../derive/command/ask.ts'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { ReadingCard } from './sap-reading/reading-card.tsx'
import { RunErrors } from './sap-reading/run-errors.tsx'
import { RunHistory } from './sap-reading/run-history.tsx'
import '../derive/list/desk-list.css'
import '../derive/list/list.css'
import './read-data-from-sap.css'

const readings = at<typeof showReadings>('GET masters/read-data-from-sap')
const reading = at<typeof readFromSap>('POST masters/read-data-from-sap')
type Wanted = Pick<SentOf<typeof readFromSap>, 'object' | 'mode'>

/** How often the cards are asked for while something is read, and otherwise; in milliseconds. */
const [MOVING, STILL] = [1_500, 15_000]
const isOpen = ({ lastRun }: SapReadStatus) => lastRun?.status === 'RUNNING' || lastRun?.status === 'QUEUED'

/** What the portal reads from SAP, when each last succeeded and comes next, and every reading. */
export default function ReadDataFromSap() {
  const queries = useQueryClient()
  const may = useMay()
  const { user } = usePerson()
  const [errorsOf, showErrors] = useState<number | null>(null)
  const cards = useQuery<readonly SapReadStatus[], Refusal>({
    queryKey: keyOf(readings),
    queryFn: () => ask(readings, {}),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? MOVING : STILL),
  })
  const read = useMutation<unknown, Refusal, Wanted>({
    mutationFn: wanted => ask(reading, wanted),
    onSuccess: (_, { object }) =>
      showSuccess(
        object === 'ALL' ? 'All objects are being read.' : `${sapObjectNames[object]}: the reading is queued.`,
      ),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: keyOf(readings) })
      void queries.invalidateQueries({ queryKey: ['sap-sync-runs'] })
    },
  })
  const mayRead = may('approve', sapSyncRun.path) && can(user, 'readAllFromSap')
  const rights = {
    read: mayRead,
    readFull: mayRead && can(user, 'readFullFromSap'),
    import: may('import', sapSyncRun.path),
  }
  return (
    <PageFrame
      title="Read Data From SAP"
      purpose="Data read from SAP: when, how many rows, and what was rejected."
      actions={
        <>
          <ButtonLink to="/masters/sap-readings">Show all readings</ButtonLink>
          {mayRead && (
            <Button loading={read.isPending} onClick={() => read.mutate({ object: 'ALL', mode: 'DELTA' })}>
              Read everything
            </Button>
          )}
        </>
      }
    >
      {cards.error && <Failure error={cards.error} onRetry={() => void cards.refetch()} />}
      {read.error && (
        <div className="notice-box is-bad sap-refused" role="alert">
          {read.error.message}
        </div>
      )}
      {!cards.data && !cards.error && <Waiting />}
      <ul className="cards sap-cards">
        {cards.data?.map(card => (
          <ReadingCard
            key={card.object}
            card={card}
            may={rights}
            busy={read.isPending}
            onRead={mode => read.mutate({ object: card.object, mode })}
            onErrors={showErrors}
          />
        ))}
      </ul>
      <RunHistory onErrors={showErrors} />
      {errorsOf !== null && <RunErrors runId={errorsOf} onClose={() => showErrors(null)} />}
    </PageFrame>
  )
}
